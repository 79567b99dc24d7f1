# The image of Heed. Build it with: docker build --tag heed .
# Heed runs on the Node.js of its own packages. The one of this image only installs them, and needs npm 10 or later.
ARG BUILD_IMAGE=node:26-trixie-slim
ARG BASE_IMAGE=debian:13-slim

FROM ${BUILD_IMAGE} AS build
# Node.js 26 needs libatomic1.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app
# Packages are installed again only if one of these files has changed.
COPY package.json package-lock.json ./
COPY bin/install-when-needed.mjs bin/installation.mjs bin/
RUN node bin/install-when-needed.mjs --for-running
COPY . .
RUN npm run build

FROM ${BASE_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
# The number is fixed, so that a volume keeps its owner. PostgreSQL does not start as a user without a name.
RUN groupadd --gid 10001 heed \
  && useradd --uid 10001 --gid heed --home-dir /data --no-create-home --shell /usr/sbin/nologin heed \
  && install --directory --owner heed --group heed --mode 0700 /data /backups
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/web/build web/build
COPY LICENSE package.json ./
COPY bin/heed bin/heed
COPY i18n i18n
COPY migrations migrations
COPY server server
RUN ln -s /app/bin/heed /usr/local/bin/heed
ENV PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# A container is reached through its network, not through its loopback address.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Messages contain commands for the host. The guide names the container `heed`.
ENV HEED_COMMAND="docker exec heed heed"
USER heed
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
# A new database takes seconds, migrations of a large one minutes. A failover takes about 20 seconds.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
