# The image of docker-compose.yml: Stockie without a database, for any PostgreSQL 15 or newer.
# It needs BuildKit, the default builder since Docker 23.

# Every stage but the last runs on the platform of the build machine, not of the target. This works
# because no package in the image has native code.
#
# Dependabot updates the version and the digest, but only in FROM, not in an ARG.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS node
WORKDIR /app

# Extracts only pnpm's version and hash from package.json, so that other changes there keep the fetch cached.
FROM node AS package-manager
COPY package.json ./
RUN node -p "require('./package.json').packageManager" >/package-manager

FROM node AS fetched
COPY --from=package-manager /package-manager /package-manager
# npm compares a package only with the hash that the registry names. Ours is in package.json.
RUN cd /tmp \
 && tarball="$(npm pack --silent --no-update-notifier "$(cut -d + -f 1 /package-manager)")" \
 && echo "$(cut -d . -f 4 /package-manager)  $tarball" | sha512sum --check - \
 && npm install --global --no-fund --no-audit --no-update-notifier "/tmp/$tarball" \
 && rm "$tarball"
ENV npm_config_store_dir=/pnpm-store TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1 CI=1
COPY pnpm-lock.yaml ./
RUN --mount=type=cache,id=pnpm-store,target=/pnpm-store pnpm fetch

FROM fetched AS built
COPY . .
RUN --mount=type=cache,id=pnpm-store,target=/pnpm-store \
    pnpm install --frozen-lockfile --prefer-offline \
 && pnpm exec turbo run build --output-logs=errors-only \
 && find apps/api/dist apps/web/dist -name '*.map' -delete

# The API's runtime packages, in the versions of the lockfile, without Prisma's command line and the
# embedded PostgreSQL. The bundle holds them already: here they show scanners what it holds. Of each package
# only the files that Node reads stay.
FROM fetched AS packages
RUN rm -rf node_modules
COPY pnpm-workspace.yaml package.json ./
COPY apps/api/package.json apps/api/
COPY docker/pnpmfile.cjs docker/check-packages.mjs pnpm-lock.yaml docker/
RUN --mount=type=cache,id=pnpm-store,target=/pnpm-store \
    pnpm install --prod --no-frozen-lockfile --prefer-offline --config.pnpmfile=docker/pnpmfile.cjs \
 && node docker/check-packages.mjs docker/pnpm-lock.yaml node_modules/.pnpm/lock.yaml \
 && find node_modules -type f \
      \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -iname '*.md' -o -name '*.test.*' \) -delete \
 && find node_modules -type d \( -name test -o -name tests -o -name benchmarks -o -name examples \) \
      -prune -exec rm -r {} + \
 # Prisma's client has a query compiler for each kind of database, 66 MB in all.
 && find node_modules -name '*.wasm-base64.*' ! -name '*_fast_bg.postgresql.*.mjs' -delete

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
WORKDIR /app
LABEL org.opencontainers.image.title="Stockie" \
      org.opencontainers.image.description="The back office of a small shop, in a browser." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BACKUP_FOLDER=/backups

# Root owns everything but /backups and /audit, and no process runs as root. This removes the package managers and
# every setuid bit: nothing here needs to fetch programs or to become root.
RUN install -d -o node -g node -m 700 /backups /audit \
 && rm -rf /usr/local/lib/node_modules /opt/yarn-* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && find / -xdev -type f -perm /6000 -exec chmod ug-s {} +
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/apps/api apps/api
COPY prisma/migrations prisma/migrations
COPY docker/healthcheck.mjs docker/
COPY docker/stockie /usr/local/bin/
COPY --from=built /app/apps/web/dist apps/web/dist
COPY --from=built /app/apps/api/dist apps/api/dist

USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=5m CMD ["node", "docker/healthcheck.mjs"]
ENTRYPOINT ["stockie"]
CMD ["main"]
