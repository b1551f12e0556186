import type { Operations } from './operation.ts'
import { instant, list, needed, number, structure, text, textFrom } from './shape.ts'

/** What of STS is served. Source: AWS Security Token Service API Reference, Actions. */
export const stsOperations: Operations = {
  AssumeRole: {
    input: structure({
      RoleArn: needed(textFrom(20)),
      RoleSessionName: needed(textFrom(2)),
      PolicyArns: list(structure({ arn: textFrom(20) })),
      Policy: textFrom(1),
      DurationSeconds: number,
      Tags: list(structure({ Key: needed(textFrom(1)), Value: needed(text) })),
      TransitiveTagKeys: list(textFrom(1)),
      ExternalId: textFrom(2),
      SerialNumber: textFrom(9),
      TokenCode: textFrom(6),
      SourceIdentity: textFrom(2),
      ProvidedContexts: list(structure({ ProviderArn: textFrom(20), ContextAssertion: textFrom(4) })),
    }),
    output: structure({
      Credentials: structure({
        AccessKeyId: needed(text),
        SecretAccessKey: needed(text),
        SessionToken: needed(text),
        Expiration: needed(instant),
      }),
      AssumedRoleUser: structure({ AssumedRoleId: needed(text), Arn: needed(text) }),
      PackedPolicySize: number,
      SourceIdentity: text,
    }),
  },
  GetCallerIdentity: {
    input: structure({}),
    output: structure({ UserId: text, Account: text, Arn: text }),
  },
}
