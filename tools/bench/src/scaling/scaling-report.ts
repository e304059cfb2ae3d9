import { padColumns } from '@stockie/testkit/command-line'
import type { ScalingFigures } from './scaling'

const megabyte = 1_000_000
/** The trade of a till in a year, for the sizes. */
const salesPerTillAndYear = 150 * 300

/** The figures as text, for docs/scaling.md. */
export function drawScaling({
  capacities = [],
  tills = [],
  backup,
}: Partial<ScalingFigures>): string {
  const parts = [drawCapacities(capacities), drawYears(capacities), drawTills(tills)]
  if (backup) {
    const size = (bytes: number) => `${Math.round(bytes / megabyte)} MB`
    parts.push(
      `1,000,000 sales: database ${size(backup.databaseBytes)}, backup ${backup.backupSeconds.toFixed(0)} s, ` +
        `file ${size(backup.fileBytes)}, restore ${backup.restoreSeconds.toFixed(0)} s`,
    )
  }
  return parts.filter((part) => part !== '').join('\n\n')
}

function drawCapacities(capacities: ScalingFigures['capacities']): string {
  if (capacities.length === 0) return ''
  const head = ['sales before', 'APIs', 'sales/s', 'p99 ms', 'Node ms/sale', 'PostgreSQL ms/sale']
  return padColumns([
    head,
    ...capacities.map(({ size, apis, salesPerSecond, p99, node, postgres }) => [
      size,
      String(apis),
      salesPerSecond.toFixed(0),
      p99.toFixed(0),
      node.toFixed(2),
      postgres.toFixed(2),
    ]),
  ]).join('\n')
}

/** What a year adds, from the growth of the largest shop. */
function drawYears(capacities: ScalingFigures['capacities']): string {
  const growth = capacities.at(-1)?.growth
  if (!growth) return ''
  const { rows, bytes, walBytes } = growth
  const head = ['tills', 'sales a year', 'million rows', 'GB', 'GB of WAL']
  const lines = [1, 10, 100, 1_000].map((tills) => {
    const sales = tills * salesPerTillAndYear
    const giga = (perSale: number) => ((sales * perSale) / 1e9).toFixed(1)
    return [
      String(tills),
      String(sales),
      ((sales * rows) / 1e6).toFixed(1),
      giga(bytes),
      giga(walBytes),
    ]
  })
  const sentence = `A sale adds ${rows.toFixed(1)} rows, ${bytes.toFixed(0)} bytes and ${walBytes.toFixed(0)} bytes of WAL.`
  return [sentence, ...padColumns([head, ...lines])].join('\n')
}

function drawTills(tills: ScalingFigures['tills']): string {
  if (tills.length === 0) return ''
  const head = [
    'products',
    'tills',
    'due/s',
    'sales/s',
    'sale p50',
    'p99',
    'poll p99',
    'list p50',
    'p99',
    'MB/s',
    'Node CPUs',
    'PostgreSQL CPUs',
    'tills CPUs',
    'cancelled',
    'failures',
  ]
  const lines = tills.map((level) => {
    const cpus = (milliseconds: number) => (milliseconds / level.seconds / 1_000).toFixed(2)
    return [
      String(level.products),
      String(level.tills),
      (level.tills / level.secondsBetweenSales).toFixed(1),
      (level.recordedInTime / level.seconds).toFixed(1),
      round(level.sales.p50),
      round(level.sales.p99),
      round(level.polls.p99),
      round(level.lists.p50),
      round(level.lists.p99),
      (level.bytes / level.seconds / megabyte).toFixed(1),
      cpus(level.node),
      cpus(level.postgres),
      cpus(level.cpu),
      String(level.cancelledLists),
      describeFailures(level.failures),
    ]
  })
  return padColumns([head, ...lines]).join('\n')
}

function describeFailures(failures: Record<string, number>): string {
  const kinds = Object.entries(failures).map(([what, count]) => `${count} × ${what}`)
  return kinds.length === 0 ? 'none' : kinds.join(', ')
}

/** A level may be too short for a sale of its only till. */
function round(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(0)
}
