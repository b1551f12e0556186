import { awslocal } from './awslocal.mjs'
import { compose } from './compose.mjs'
import { healthChecks } from './health-checks.mjs'
import { networks } from './networks.mjs'
import { terraform } from './terraform.mjs'
import { testcontainers } from './testcontainers.mjs'

/**
 * Every set-up: its name, the sets of clients that it `needs`, and its scenarios: the rule it shows → what shows it. A
 * scenario gets an empty folder, finds port 4566 free, and leaves nothing running that it did not start by ./children.mjs.
 */
export const setUps = [healthChecks, testcontainers, terraform, awslocal, networks, compose]
