import type { Fault } from './fault'
import { answerLost } from './faults/answer-lost'
import { apiKilled } from './faults/api-killed'
import { backup } from './faults/backup/backup'
import { bigAndSlow } from './faults/big-and-slow/big-and-slow'
import { clocks } from './faults/clocks/clocks'
import { databaseLine } from './faults/database-line'
import { diskFull } from './faults/disk-full/disk-full'
import { everyQuery } from './faults/every-query'
import { loadHeld } from './faults/load-held/load-held'
import { locksAndPool } from './faults/locks-and-pool/locks-and-pool'
import { lostRaces } from './faults/lost-races/lost-races'
import { postgresKilled } from './faults/postgres-killed'
import { sigterm } from './faults/sigterm'
import { upgrades } from './faults/upgrades/upgrades'

/** All that is done to Stockie, in the order of the table. */
export const faults: readonly Fault[] = [
  apiKilled,
  postgresKilled,
  sigterm,
  answerLost,
  databaseLine,
  everyQuery,
  lostRaces,
  locksAndPool,
  diskFull,
  clocks,
  bigAndSlow,
  backup,
  upgrades,
  loadHeld,
]
