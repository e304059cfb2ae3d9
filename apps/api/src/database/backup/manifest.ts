import { z } from 'zod'
import { BackupError } from './maintenance'

const count = z.number().int().min(0)
const money = z.string().regex(/^\d+\.\d\d$/)
/** What a terminal shows as it stands, and nothing that it obeys: whoever made the file may have written this. */
const name = z.string().regex(/^[ -~]{1,200}$/)

/** What a person knows the shop by; deleted records count nowhere but in the stock. */
const figures = z.strictObject({
  accounts: count,
  customers: count,
  suppliers: count,
  products: count,
  sales: count,
  purchases: count,
  expenses: count,
  salesTotal: money,
  purchasesTotal: money,
  expensesTotal: money,
  /** The sum over all products, deleted ones as well, and the sum over the whole ledger, which it equals. */
  stock: z.number().int(),
  ledger: z.number().int(),
  /** How many products there are whose stock is not the sum of their ledger: none, ever. */
  drifted: count,
})

const table = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** The sum of 64 bits of every row's SHA-256: the same whatever the order of the rows. */
  digest: z.string().regex(/^-?\d+$/),
})

const sequence = z.strictObject({
  name,
  lastValue: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
})

/** What a backup says about itself, in its first line. */
const manifest = z.strictObject({
  stockie: name,
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: name,
  migrations: z.array(z.strictObject({ name, checksum: name })).min(1),
  figures,
  /** In the order in which they can be filled: whoever is referred to comes first. */
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
})

export type Manifest = z.output<typeof manifest>
export type Figures = Manifest['figures']
export type Table = Manifest['tables'][number]
export type Sequence = Manifest['sequences'][number]
/** Everything that has to come back as it was. */
export type Contents = Pick<Manifest, 'figures' | 'tables' | 'sequences'>

const ours = z.object({ stockie: name, format: z.number() })

/** What the first line of a backup says, or a sentence about why it cannot be used. */
export function readManifest(file: string, line: string | null): Manifest {
  const said = parse(line)
  const kind = ours.safeParse(said)
  if (!kind.success) throw new BackupError(`${file} is no backup that Stockie made.`)
  if (kind.data.format > 1) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${kind.data.stockie}): restore it with that one, or a newer one.`,
    )
  }
  const read = manifest.safeParse(said)
  if (read.success) return read.data
  throw new BackupError(
    `${file} was changed after it was made, and is no longer what was backed up: restore another backup.`,
    read.error,
  )
}

function parse(line: string | null): unknown {
  if (!line?.startsWith('-- {')) return undefined
  try {
    return JSON.parse(line.slice(3))
  } catch {
    return undefined
  }
}
