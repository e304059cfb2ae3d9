import { z } from 'zod'
import { BackupError } from './maintenance-lock'

const count = z.number().int().min(0)
const money = z.string().regex(/^\d+\.\d\d$/)
/** Printable ASCII only: the file may come from a stranger, and a terminal must not run its control codes. */
const name = z.string().regex(/^[ -~]{1,200}$/)

/** The figures by which a person recognises the shop. Deleted records count only in the stock. */
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
  /** The total stock of all products, deleted ones too. It equals the sum of the whole ledger. */
  stock: z.number().int(),
  ledger: z.number().int(),
  /** Number of products whose stock differs from the sum of their ledger. Always 0 in a healthy shop. */
  drifted: count,
})

const table = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** The sum of 64 bits of every row's SHA-256: independent of the order of the rows. */
  digest: z.string().regex(/^-?\d+$/),
})

const sequence = z.strictObject({
  name,
  lastValue: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
})

/** The first line of a backup, as JSON. */
const manifest = z.strictObject({
  stockie: name,
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  postgres: name,
  migrations: z.array(z.strictObject({ name, checksum: name })).min(1),
  figures,
  /** In the order in which they can be filled: a referenced table comes first. */
  tables: z.array(table).min(1),
  sequences: z.array(sequence),
})

export type Manifest = z.output<typeof manifest>
export type Figures = Manifest['figures']
export type Table = Manifest['tables'][number]
export type Sequence = Manifest['sequences'][number]
/** Everything that a restore must bring back unchanged. */
export type Contents = Pick<Manifest, 'figures' | 'tables' | 'sequences'>

export function changedError(file: string, cause?: unknown): BackupError {
  return new BackupError(
    `${file} was changed after the backup was made: restore another backup.`,
    cause,
  )
}

const anyFormat = z.object({ stockie: name, format: z.number() })

/** Parses the first line of a backup. Throws a BackupError if this version cannot use it. */
export function readManifest(file: string, line: string | null): Manifest {
  const json = parse(line)
  const header = anyFormat.safeParse(json)
  if (!header.success) throw new BackupError(`${file} is not a backup of Stockie.`)
  if (header.data.format > 1) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${header.data.stockie}): restore it with that version or a newer one.`,
    )
  }
  const parsed = manifest.safeParse(json)
  if (parsed.success) return parsed.data
  throw changedError(file, parsed.error)
}

function parse(line: string | null): unknown {
  if (!line?.startsWith('-- {')) return undefined
  try {
    return JSON.parse(line.slice(3))
  } catch {
    return undefined
  }
}
