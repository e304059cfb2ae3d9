import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { runCommand } from '@stockie/testkit/stockie-program'
import { signInAsOwner } from '@stockie/testkit/stockie-server'
import { startApi } from '#src/api-process'
import { openClients } from '#src/clients/clients'
import type { Journal } from '#src/clients/journal'
import { openConsoleSession } from '#src/console-session'
import { type Fault, type Round, sumFindings } from '#src/fault'
import { readDocuments } from '#src/judge/document-judge'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/** Computed once more, so that it is not the restore that says whether the restore was right. */
const figures = `
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

/** What a backup says of itself in its first line and the restored shop is not. */
async function compareFigures(
  { query }: Pick<ShopDatabase, 'query'>,
  file: string,
): Promise<string[]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString()
  const said = JSON.parse(text.slice(3, text.indexOf('\n'))) as {
    figures: Record<string, string | number>
  }
  const [now] = await query<{ figures: Record<string, string | number> }>(figures)
  return Object.entries(now?.figures ?? {})
    .filter(([name, value]) => said.figures[name] !== value)
    .map(([name, value]) => `${name} is ${value}, and ${said.figures[name]} in the backup`)
}

/** Nothing is left of the shop but its name, in which whoever restores it begins. */
async function destroy(url: string): Promise<void> {
  const beside = new URL(url)
  const name = beside.pathname.slice(1)
  beside.pathname = 'postgres'
  const session = await openConsoleSession(beside.href)
  try {
    await session.run(`drop database ${name} with (force)`)
    await session.run(`create database ${name}`)
  } finally {
    await session.close()
  }
}

type Past = {
  /** As if those whom the backup has not had never had an answer; which were deleted by then nobody knows. */
  journal: Journal
  unkept: string[]
}

/**
 * Of those who sold while it was made the backup has some: each as it was answered, which is for the judge to say, and
 * of each client the first so many, since it is one moment.
 */
async function readPast(
  shop: Pick<ShopDatabase, 'query'>,
  journal: Journal,
  { mark }: Pick<Round, 'mark'>,
): Promise<Past> {
  const rows = [
    ...(await readDocuments(shop, 'sales', mark)),
    ...(await readDocuments(shop, 'purchases', mark)),
  ]
  const there = new Set(rows.map((row) => row.mark))
  const documents = journal.documents.map((entry) => ({
    ...entry,
    answer: there.has(entry.mark) ? entry.answer : null,
    isDeleted: null,
  }))
  const edits = journal.edits.map((edit) => ({ ...edit, acknowledged: false }))
  const gaps = [...there].filter((one) => isAfterGap(one, there))
  return {
    journal: { ...journal, documents, edits },
    unkept: [
      ...(there.size === documents.length
        ? ['nobody sold anything after the backup: it was not made under load']
        : []),
      ...gaps.map((one) => `${one} is there without the one before it`),
    ],
  }
}

/** A mark ends with its number in the client's own row, from 1 up. */
function isAfterGap(mark: string, there: ReadonlySet<string>): boolean {
  const cut = mark.lastIndexOf('-') + 1
  const number = Number(mark.slice(cut))
  return number > 1 && !there.has(`${mark.slice(0, cut)}${number - 1}`)
}

/** A backup while everybody sells; the shop destroyed; what is restored is a moment of the past, whole. */
export const backup: Fault = {
  name: 'backup',
  rounds: { short: 1, long: 12 },
  async open(ground) {
    const shop = await ground.openShop()
    const api = await startApi(ground, shop)
    const { origin } = api
    const open = (headers: { authorization: string }) =>
      openClients(ground, shop, { origins: [origin], headers })
    let clients = await open(api.headers)
    const judge = createJudge(shop)

    return async (round) => {
      const [before, during, after] = [1, 2, 3].map((part) => partOf(round, part))
      if (!before || !during || !after) throw new Error('A round has three parts.')
      const env = {
        DATABASE_URL: shop.url,
        JWT_SECRET: randomBytes(32).toString('hex'),
        STOCKIE_HOME: path.join(ground.folder, 'stockie'),
        BACKUP_FOLDER: path.join(ground.folder, `backups-${round.number}`),
      }
      clients.begin(before)
      await clients.hear(round.random.int(100, ground.long ? 1_500 : 150))
      // Whatever these were told they were told before the backup began.
      const known = await clients.finish()
      const sold = judgeLongestWrite(await judge(known, before), known)
      clients.begin(during)
      await clients.hear(50)
      ground.progress('backing up under load')
      const made = await runCommand('backup', { env })
      await clients.hear(50)
      const past = await clients.finish()
      // Those who come after the restore sign in anew.
      clients.close()
      if (made.code !== 0) throw new Error(`The backup failed: ${made.stderr}`)

      await api.end('SIGTERM')
      await destroy(shop.url)
      ground.progress('restoring')
      const file = made.stdout.trim().split('\n').at(-1) ?? ''
      const restored = await runCommand('restore', { args: [file, '--yes'], env })
      if (restored.code !== 0) throw new Error(`The restore failed: ${restored.stderr}`)
      const wrongFigures = await compareFigures(shop, file)
      const { journal, unkept } = await readPast(shop, past, during)
      // By the mark that all parts have in common: what there was before the backup, and what it has of those meanwhile.
      const documents = [...known.documents, ...journal.documents]
      const edits = [...known.edits, ...journal.edits]
      const kept = judgeLongestWrite(await judge({ ...journal, documents, edits }, round), past)

      await api.start()
      clients = await open({ authorization: `Bearer ${await signInAsOwner(origin)}` })
      clients.begin(after)
      await clients.hear(50)
      const later = await clients.finish()
      const onward = judgeLongestWrite(await judge(later, after), later)
      const found = sumFindings([sold, kept, onward])
      return { ...found, unkept: [...found.unkept, ...wrongFigures, ...unkept] }
    }
  },
}

/** Each with a mark and with amounts of its own. */
function partOf(round: Round, part: number): Round {
  return { ...round, number: 3 * round.number + part, mark: `${round.mark}-${part}` }
}
