import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, backupJob, type BackupJob, backupRow } from '@stockie/contracts'
import { waitUntil, withinAMinute } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { call, type CallResult } from '#src/api-call'
import { type Api, startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import { addBrokenPromises, type Fault } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { findMissingAnswers, type Kill } from '#src/judge/missing-answers'

/** The parts of a backup in which the API is killed: before the file, in the file, and after it. */
const moments = ['beginning', 'writing', 'verifying'] as const
type Moment = (typeof moments)[number]

type Parts = { api: Api; shop: ShopDatabase; folder: string }

type State = BackupJob['state']

/** Asks for backups as an owner does, and looks into the folder and the server behind them. */
function createBackupClient({ api: { origin, headers }, shop, folder }: Parts) {
  const address = `${origin}${apiRoot}/backups`

  /** The clients may use every connection of the database. Then the answer is a 503, and an owner tries again. */
  async function ask(below = '', method = 'GET'): Promise<CallResult> {
    for (;;) {
      const answer = await call(`${address}${below}`, { method, headers })
      if (answer.status !== 503) return answer
      await wait(100)
    }
  }

  async function request(): Promise<BackupJob> {
    const { status, body, detail } = await ask('', 'POST')
    if (status === 202) return backupJob.parse(body)
    // The call before this one was answered with a 503 after it had asked for the backup.
    const [newest] = backupJob.array().parse((await ask('/jobs')).body)
    if (status === 409 && newest) return newest
    throw new Error(`Back up now was answered with ${status}: ${detail}`)
  }

  const readJob = async (id: number) => backupJob.parse((await ask(`/jobs/${id}`)).body)
  const listBackups = async () => backupRow.array().parse((await ask()).body)

  /** Does not end lost jobs, as a call of the API does. */
  async function readState(id: number): Promise<State> {
    const rows = await shop.query<{ state: State }>('select state from backup_jobs where id = $1', [
      id,
    ])
    return rows[0]?.state ?? 'failed'
  }

  /** As if the job had reported nothing for a minute. */
  const endPatience = (id: number) =>
    shop.query(`update backup_jobs set seen_at = now() - interval '61 seconds' where id = $1`, [id])

  async function awaitEnd(id: number): Promise<BackupJob> {
    await waitUntil('the backup has ended', async () => /done|failed/.test(await readState(id)))
    return readJob(id)
  }

  const listUnfinished = async () => {
    // The first backup makes the folder.
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => name.endsWith('.part'))
  }

  const listScratchDatabases = async () => {
    const rows = await shop.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, 'stockie_scratch_')`,
    )
    return rows.map(({ name }) => name)
  }

  const lists = {
    beginning: async () => [],
    writing: listUnfinished,
    verifying: listScratchDatabases,
  }

  /** Requests a backup, and returns its ID at the moment, or null if it ended before. */
  async function requestUntil(moment: Moment): Promise<number | null> {
    // A killed backup leaves the same behind.
    const before = new Set<string>(await lists[moment]())
    const { id } = await request()

    async function poll(): Promise<number | null> {
      for (;;) {
        const state = await readState(id)
        if (state === 'done' || state === 'failed') return null
        const isNew = (await lists[moment]()).some((name) => !before.has(name))
        if (state === 'running' && (isNew || moment === 'beginning')) return id
        await wait(2)
      }
    }

    return withinAMinute(`the backup is ${moment}`, poll())
  }

  /** Only complete backups may be offered for download. */
  async function findHalfBackups(): Promise<string[]> {
    return (await listBackups())
      .filter(({ proved, counts }) => !proved || counts === null)
      .map(({ name }) => `the list offers ${name}, which is not complete`)
  }

  /** Judges the first backup after the kills, and what they left behind. */
  async function judgeNextBackup(): Promise<string[]> {
    const { state, error, name } = await awaitEnd((await request()).id)
    if (state !== 'done' || error !== null) return [`the next backup is ${state}: ${error}`]
    const isProved = (await listBackups()).some(
      (row) => row.name === name && row.proved && row.counts !== null,
    )
    const leftovers = [...(await listUnfinished()), ...(await listScratchDatabases())]
    return [
      ...(isProved ? [] : [`the next backup, ${name}, is not verified`]),
      ...leftovers.map((leftover) => `${leftover} is still there after the next backup`),
    ]
  }

  return { readJob, endPatience, requestUntil, findHalfBackups, judgeNextBackup }
}

const lostMessage = 'Stockie stopped before the backup was made.'
const maxTries = 5

/** Kills the API in the middle of Back up now, three times a round, while the clients write. */
export const backupKilled: Fault = {
  name: 'backup-killed',
  rounds: { short: 1, long: 20 },
  async open(context) {
    const shop = await context.openShop()
    const folder = path.join(context.folder, 'backup-killed')
    const api = await startApi(context, shop, { env: { BACKUP_FOLDER: folder } })
    const { origin, headers } = api
    const clients = await startClients(context, shop, {
      origins: [origin],
      headers,
      // Fewer clients than elsewhere: the backup shares the process that serves them.
      amount: 10,
    })
    const judge = createJudge(shop)
    const backups = createBackupClient({ api, shop, folder })

    return async (round) => {
      const brokenPromises: string[] = []
      const kills: Kill[] = []
      const starts: number[] = []

      async function killAndRestart(): Promise<void> {
        const from = Date.now()
        await api.end('SIGKILL')
        const killed = performance.now()
        await api.start()
        kills.push({ from, serves: Date.now() })
        starts.push(performance.now() - killed)
      }

      /** Returns false if the backup was faster than the kill. */
      async function killDuring(moment: Moment): Promise<boolean> {
        const id = await backups.requestUntil(moment)
        if (id === null) return false
        await killAndRestart()
        if ((await backups.readJob(id)).state === 'done') return false
        await backups.endPatience(id)
        const { state, error } = await backups.readJob(id)
        if (state !== 'failed' || error !== lostMessage) {
          brokenPromises.push(`the job of a killed backup is ${state}: ${error}`)
        }
        brokenPromises.push(...(await backups.findHalfBackups()))
        return true
      }

      const first = round.random.int(0, moments.length - 1)
      const order = [...moments.slice(first), ...moments.slice(0, first)]
      clients.start(round)
      for (const moment of order) {
        context.progress(`a kill while the backup is ${moment}`)
        await clients.awaitWrites(round.random.int(20, context.long ? 500 : 60))
        for (let tries = 1; !(await killDuring(moment)); tries++) {
          if (tries === maxTries) throw new Error(`No kill came while a backup was ${moment}.`)
        }
      }
      context.progress('backing up after the kills')
      brokenPromises.push(...(await backups.judgeNextBackup()))
      await clients.awaitWrites(20)
      const journal = await clients.finish()
      const unanswered = findMissingAnswers(journal.unanswered, kills)
      const judged = await judge({ ...journal, unanswered }, round)
      const away = starts.reduce((sum, time) => sum + time, 0)
      const found = judgeLongestWrite(judged, journal, { away })
      return addBrokenPromises(found, brokenPromises)
    }
  },
}
