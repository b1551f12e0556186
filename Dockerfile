# The first stage bundles the command; the second holds the bundle, Node and what scripts and health checks call.
# Nothing here is made for one kind of processor, so `docker buildx build --platform linux/amd64,linux/arm64` builds both.
ARG NODE_IMAGE=node:22-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.types.json build.mjs build-compiled.mjs ./
COPY src ./src
COPY protocols ./protocols
RUN node build.mjs --quiet

FROM ${NODE_IMAGE} AS node

FROM ${BASE_IMAGE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl jq netcat-openbsd tini wget \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
    && groupadd --gid 1000 twinmq \
    && useradd --uid 1000 --gid twinmq --create-home --shell /bin/bash twinmq \
    && mkdir -p /etc/localstack/init /etc/twinmq/init /var/lib/localstack
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY docker/docker-entrypoint.sh docker/twinmq docker/aws docker/awslocal docker/twinmq-healthcheck /usr/local/bin/
COPY package.json LICENSE /opt/twinmq/
COPY --from=build /build/dist /opt/twinmq/dist
# twinmq takes TWINMQ_IMAGE for the word that it is in a container: everyone may call, and the state is in memory.
ENV TWINMQ_IMAGE=1
WORKDIR /home/twinmq
EXPOSE 4566
HEALTHCHECK --interval=3s --timeout=5s --start-period=15s --retries=5 CMD ["twinmq-healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["docker-entrypoint.sh"]
# As in package.json.
ARG VERSION=4.3.0
ARG REVISION
LABEL org.opencontainers.image.title="twinmq" \
      org.opencontainers.image.description="Local emulator of Amazon SQS and Alibaba Cloud MNS, in the place of LocalStack for SQS" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
