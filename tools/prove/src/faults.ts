import type { Fault } from './fault'
import { answerLost } from '#src/faults/answer-lost'
import { apiKilled } from '#src/faults/api-killed'
import { backup } from '#src/faults/backup'
import { backupKilled } from '#src/faults/backup-killed'
import { bigAndSlow } from '#src/faults/big-and-slow/big-and-slow'
import { apiBehindProxyKilled } from '#src/faults/cluster/api-behind-proxy-killed'
import {
  primaryKilled,
  replicationCut,
  standbyFrozen,
  standbyKilled,
  switchover,
} from '#src/faults/cluster/cluster-faults'
import { rollingUpgrade } from '#src/faults/cluster/rolling-upgrade'
import { rollingRestart } from '#src/faults/cluster/rolling-restart'
import { clocks } from '#src/faults/clocks/clocks'
import { databaseNetwork } from '#src/faults/database-network'
import { diskFull } from '#src/faults/disk-full/disk-full'
import { everyQuery } from '#src/faults/every-query'
import { importKilled } from '#src/faults/import-killed'
import { loadHeld } from '#src/faults/load-held/load-held'
import { locksAndPool } from '#src/faults/locks-and-pool/locks-and-pool'
import { lostRaces } from '#src/faults/lost-races/lost-races'
import { parkedSaleKilled } from '#src/faults/parked-sale-killed'
import { postgresKilled } from '#src/faults/postgres-killed'
import { sigterm } from '#src/faults/sigterm'
import { signInAttack } from '#src/faults/sign-in-attack/sign-in-attack'
import { upgrades } from '#src/faults/upgrades/upgrades'

/** All faults, in the order of the table. */
export const faults: readonly Fault[] = [
  apiKilled,
  postgresKilled,
  sigterm,
  answerLost,
  databaseNetwork,
  everyQuery,
  lostRaces,
  locksAndPool,
  diskFull,
  clocks,
  bigAndSlow,
  signInAttack,
  backup,
  backupKilled,
  parkedSaleKilled,
  importKilled,
  upgrades,
  loadHeld,
  apiBehindProxyKilled,
  rollingRestart,
  rollingUpgrade,
  primaryKilled,
  standbyKilled,
  standbyFrozen,
  switchover,
  replicationCut,
]
