import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findBinaries } from '../../platform/db/embedded/binaries.ts'
import { baseImage, build, hasImage } from './podman.ts'

/**
 * Returns Podman’s names of the images that `compose.yaml` takes from a registry, with their names in the registry as keys.
 * Replaces a missing image by a stand-in: the same program on Debian, with an entry point that does what compose.yaml
 * expects of the official image.
 */
export async function findServiceImages(folder: string): Promise<Record<string, string>> {
  const postgres = 'docker.io/library/postgres:18-trixie'
  const valkey = 'docker.io/valkey/valkey:8.1'
  return {
    'postgres:18-trixie': (await hasImage(postgres)) ? postgres : await makePostgres(join(folder, 'postgres')),
    'valkey/valkey:8.1': (await hasImage(valkey)) ? valkey : await makeValkey(join(folder, 'valkey')),
  }
}

const installPackage = (name: string) =>
  `RUN apt-get update && apt-get install --yes --no-install-recommends ${name} && rm -rf /var/lib/apt/lists/*`

/** Makes a PostgreSQL image with the server of the npm package, because Debian has no PostgreSQL 18, and Debian’s `pg_isready`. */
async function makePostgres(folder: string): Promise<string> {
  const { postgres } = await findBinaries(null)
  await mkdir(folder)
  await cp(dirname(dirname(postgres)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return make('localhost/heed-test-postgres', folder, {
    Dockerfile: `FROM ${baseImage}
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql postgres \\
  && install --directory --owner postgres --group postgres --mode 1777 /var/lib/postgresql \\
  && install --directory --owner postgres --group postgres --mode 3777 /var/run/postgresql
${installPackage('postgresql-client')}
COPY native /usr/lib/postgresql/18
RUN printf '%s\\n' "listen_addresses = '*'" "unix_socket_directories = '/var/run/postgresql'" \\
  >> /usr/lib/postgresql/18/share/postgresql/postgresql.conf.sample
ENV PATH=/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
COPY --chmod=755 entrypoint /entrypoint
ENTRYPOINT ["/entrypoint"]
STOPSIGNAL SIGINT
CMD ["postgres"]
`,
    // While the database is created, nothing listens on TCP, so the health check fails.
    entrypoint: `#!/bin/sh
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres "$PGDATA" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups -- "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\\n' "$POSTGRES_PASSWORD" > /tmp/password
  eval "initdb --username=\\"$POSTGRES_USER\\" --pwfile=/tmp/password $POSTGRES_INITDB_ARGS"
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE \\"$POSTGRES_DB\\"" | postgres --single -D "$PGDATA" postgres
fi
exec "$@"
`,
  })
}

/** Makes a Valkey image without protected mode, which rejects other containers. The official image turns it off in the source code. */
async function makeValkey(folder: string): Promise<string> {
  await mkdir(folder)
  return make('localhost/heed-test-valkey', folder, {
    Dockerfile: `FROM ${baseImage}
${installPackage('valkey-server')}
RUN install --directory --owner valkey --group valkey --mode 1777 /data
WORKDIR /data
COPY --chmod=755 entrypoint /entrypoint
ENTRYPOINT ["/entrypoint"]
CMD ["valkey-server"]
`,
    entrypoint: `#!/bin/sh
set -eu
chown valkey .
exec setpriv --reuid=valkey --regid=valkey --clear-groups -- "$@" --protected-mode no
`,
  })
}

/** Makes an image. It and its layers stay for the next run, because installing a package takes half a minute. */
async function make(image: string, folder: string, files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await build('--layers', '--format', 'docker', '--tag', image, folder)
  return image
}
