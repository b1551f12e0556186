# Stage 1 bundles the command; stage 2 holds the bundle alone.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.types.json build.mjs ./
COPY src ./src
COPY protocols ./protocols
RUN node build.mjs --quiet

FROM node:22-slim
LABEL org.opencontainers.image.title="twinmq" \
      org.opencontainers.image.description="Local emulator of Amazon SQS and Alibaba Cloud MNS" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /build/dist /opt/twinmq
ENV TWINMQ_HOST=0.0.0.0 \
    TWINMQ_MEMORY=1
USER node
WORKDIR /home/node
EXPOSE 4566
HEALTHCHECK --interval=10s --start-period=5s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4566/_twinmq/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/opt/twinmq/cli.js"]
