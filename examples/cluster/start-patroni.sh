#!/bin/sh
# Writes the settings of this member, and starts its Patroni, which starts PostgreSQL.
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
umask 077
cat >/tmp/patroni.yml <<YAML
scope: stockie
name: $MEMBER
restapi:
  listen: 0.0.0.0:8008
  connect_address: $MEMBER:8008
etcd3:
  hosts: [etcd1:2379, etcd2:2379, etcd3:2379]
bootstrap:
  post_init: /usr/local/bin/create-database.sh
  dcs:
    # A lost primary is replaced after 20 to 40 seconds.
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    # Each commit waits for the standby, so a standby that takes over has every sale that Stockie has confirmed.
    synchronous_mode: true
    # Not strict: while no standby runs, the shop goes on with one server.
    synchronous_mode_strict: false
    postgresql:
      use_pg_rewind: true
      parameters:
        wal_log_hints: 'on'
        max_connections: 100
        hot_standby_feedback: 'on'
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
  pg_hba:
    - host replication replicator all scram-sha-256
    - host all all all scram-sha-256
postgresql:
  listen: 0.0.0.0:5432
  connect_address: $MEMBER:5432
  data_dir: /data/postgres
  bin_dir: $bin
  pgpass: /tmp/pgpass
  # Otherwise the copy for a new standby begins only after some minutes.
  basebackup:
    checkpoint: fast
  authentication:
    superuser: { username: stockie, password: '$POSTGRES_PASSWORD' }
    replication: { username: replicator, password: '$REPLICATION_PASSWORD' }
  parameters:
    unix_socket_directories: /tmp
    # Keeps user input out of the log.
    log_error_verbosity: terse
    log_min_error_statement: panic
YAML
exec patroni /tmp/patroni.yml
