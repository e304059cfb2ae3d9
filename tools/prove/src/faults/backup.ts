import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { runCommand } from '@stockie/testkit/stockie-program'
import { signInAsOwner } from '@stockie/testkit/stockie-server'
import { startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import type { Journal } from '#src/clients/journal'
import { openConsoleSession } from '#src/console-session'
import { type Fault, type Round, sumFindings } from '#src/fault'
import { readDocuments } from '#src/judge/document-judge'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { withoutAnswers } from '#src/judge/stock-count-judge'

/** Computed here as well, so that the restore does not judge itself. */
const figuresSql = `
  select json_build_object(
    'customers', (select count(*) from customers where deleted_at is null),
    'suppliers', (select count(*) from suppliers where deleted_at is null),
    'products', (select count(*) from products where deleted_at is null),
    'sales', (select count(*) from sales where deleted_at is null),
    'purchases', (select count(*) from purchases where deleted_at is null),
    'expenses', (select count(*) from expenses where deleted_at is null),
    'salesTotal', (select sum(total_amount)::text from sales where deleted_at is null),
    'purchasesTotal', (select sum(total_amount)::text from purchases where deleted_at is null),
    'stock', (select sum(stock) from products),
    'ledger', (select sum(delta) from stock_movements)) as figures`

/** Describes the figures of the backup's first line that differ in the restored shop. */
async function compareFigures(
  { query }: Pick<ShopDatabase, 'query'>,
  file: string,
): Promise<string[]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString()
  const header = JSON.parse(text.slice(3, text.indexOf('\n'))) as {
    figures: Record<string, string | number>
  }
  const [now] = await query<{ figures: Record<string, string | number> }>(figuresSql)
  return Object.entries(now?.figures ?? {})
    .filter(([name, value]) => header.figures[name] !== value)
    .map(([name, value]) => `${name} is ${value}, but ${header.figures[name]} in the backup`)
}

/** Replaces the database by an empty one of the same name, into which the backup is restored. */
async function recreateEmpty(url: string): Promise<void> {
  const maintenanceUrl = new URL(url)
  const name = maintenanceUrl.pathname.slice(1)
  maintenanceUrl.pathname = 'postgres'
  const session = await openConsoleSession(maintenanceUrl.href)
  try {
    await session.run(`drop database ${name} with (force)`)
    await session.run(`create database ${name}`)
  } finally {
    await session.close()
  }
}

type BackupState = {
  /** Treats documents that the backup lacks as unanswered, and the deleted state of all as unknown. */
  journal: Journal
  brokenPromises: string[]
}

/**
 * A backup contains some of the documents that were created meanwhile. The judge compares each with its
 * answer. A backup is one snapshot, so it must contain the first ones of each client without gaps.
 */
async function readBackupState(
  shop: Pick<ShopDatabase, 'query'>,
  journal: Journal,
  round: Pick<Round, 'mark'>,
): Promise<BackupState> {
  const rows = [
    ...(await readDocuments(shop, 'sales', round.mark)),
    ...(await readDocuments(shop, 'purchases', round.mark)),
    ...(await readDocuments(shop, 'returns', round.mark)),
    ...(await readDocuments(shop, 'day_sheets', round.mark)),
  ]
  const restoredMarks = new Set(rows.map((row) => row.mark))
  const documents = journal.documents.map((entry) => ({
    ...entry,
    answer: restoredMarks.has(entry.mark) ? entry.answer : null,
    isDeleted: null,
  }))
  const edits = journal.edits.map((edit) => ({ ...edit, acknowledged: false }))
  const gaps = [...restoredMarks].filter((mark) => isAfterGap(mark, restoredMarks))
  return {
    journal: { ...journal, documents, edits, stockCounts: withoutAnswers(journal.stockCounts) },
    brokenPromises: [
      ...(restoredMarks.size === documents.length
        ? ['no write came after the backup, so it was not made under load']
        : []),
      ...gaps.map((mark) => `${mark} was restored without the document before it`),
    ],
  }
}

/** A mark ends with the client's own counter, which starts at 1. */
function isAfterGap(mark: string, marks: ReadonlySet<string>): boolean {
  const cut = mark.lastIndexOf('-') + 1
  const number = Number(mark.slice(cut))
  return number > 1 && !marks.has(`${mark.slice(0, cut)}${number - 1}`)
}

/** Makes a backup while the clients write, destroys the shop, and restores it. */
export const backup: Fault = {
  name: 'backup',
  rounds: { short: 0, long: 12 },
  async open(context) {
    const shop = await context.openShop()
    const api = await startApi(context, shop)
    const { origin } = api
    const openClientsAs = (headers: { authorization: string }) =>
      startClients(context, shop, { origins: [origin], headers })
    let clients = await openClientsAs(api.headers)
    const judge = createJudge(shop)

    return async (round) => {
      const [before, during, after] = [1, 2, 3].map((part) => partOf(round, part))
      if (!before || !during || !after) throw new Error('A round has three parts.')
      const env = {
        DATABASE_URL: shop.url,
        JWT_SECRET: randomBytes(32).toString('hex'),
        STOCKIE_HOME: path.join(context.folder, 'stockie'),
        BACKUP_FOLDER: path.join(context.folder, `backups-${round.number}`),
      }
      clients.start(before)
      await clients.awaitWrites(round.random.int(100, context.long ? 1_500 : 150))
      // All of these answers came before the backup began.
      const known = await clients.finish()
      const sold = judgeLongestWrite(await judge(known, before), known)
      clients.start(during)
      await clients.awaitWrites(50)
      context.progress('backing up under load')
      const made = await runCommand('backup', { env })
      await clients.awaitWrites(50)
      const past = await clients.finish()
      // The clients after the restore sign in again.
      clients.close()
      if (made.code !== 0) throw new Error(`The backup failed: ${made.stderr}`)

      await api.end('SIGTERM')
      await recreateEmpty(shop.url)
      context.progress('restoring')
      const file = made.stdout.trim().split('\n').at(-1) ?? ''
      const restored = await runCommand('restore', { args: [file, '--yes'], env })
      if (restored.code !== 0) throw new Error(`The restore failed: ${restored.stderr}`)
      const wrongFigures = await compareFigures(shop, file)
      const { journal, brokenPromises } = await readBackupState(shop, past, during)
      // All parts share the prefix of their marks, so the judge sees the documents before and during the
      // backup.
      const documents = [...known.documents, ...journal.documents]
      const edits = [...known.edits, ...journal.edits]
      const stockCounts = [...known.stockCounts, ...journal.stockCounts]
      const kept = judgeLongestWrite(
        await judge({ ...journal, documents, edits, stockCounts }, round),
        past,
      )

      await api.start()
      clients = await openClientsAs({ authorization: `Bearer ${await signInAsOwner(origin)}` })
      clients.start(after)
      await clients.awaitWrites(50)
      const later = await clients.finish()
      const continued = judgeLongestWrite(await judge(later, after), later)
      const found = sumFindings([sold, kept, continued])
      return {
        ...found,
        brokenPromises: [...found.brokenPromises, ...wrongFigures, ...brokenPromises],
      }
    }
  },
}

/** Each part has its own marks and its own amounts of stock edits. */
function partOf(round: Round, part: number): Round {
  return { ...round, number: 3 * round.number + part, mark: `${round.mark}-${part}` }
}
