import type { DateRangeQuery } from '@stockie/contracts'
import { advisoryLocks } from '#src/database/advisory-locks'
import { dayEnd, withinDays } from './days-to-instants'
import { productTotalColumns } from './product-totals'

/** A moment at which a report was known: an instant, or the end of a day by the store's clock. */
export type KnownAt = { day: string } | { instant: string }

/** The moment, and the placeholders of a statement for the moment and for the store's time zone. */
export type MomentValues = { knownAt: KnownAt; moment: string; zone: string }

/** The values of a report: its days, the store's time zone, and the moment if it names one. */
export function reportValues(
  { startDate, endDate }: DateRangeQuery,
  timeZone: string,
  knownAt: KnownAt | undefined,
) {
  const values = [startDate ?? null, endDate ?? null, timeZone]
  if (!knownAt) return { values, at: undefined }
  return { values: [...values, momentValue(knownAt)], at: placeholdersOf(knownAt) }
}

export const placeholdersOf = (knownAt: KnownAt): MomentValues => ({
  knownAt,
  moment: '$4',
  zone: '$3',
})

/** The name of a statement that answers as of a moment. Each text needs its own name. */
export function nameAsOf(name: string, knownAt: KnownAt | undefined): string {
  if (!knownAt) return name
  return `${name} as of ${'day' in knownAt ? 'a day' : 'an instant'}`
}

/** The value of the moment in a statement. */
export const momentValue = (knownAt: KnownAt) => ('day' in knownAt ? knownAt.day : knownAt.instant)

/**
 * SQL: whether the clock of the database has reached the moment, and the transactions that are being committed: they hold
 * the lock that commit_moment takes, and may count from the moment or before.
 */
export const commitsSql = (values: MomentValues) => `
  select not (${afterSql('clock_timestamp()', values)}) as "isFuture",
    array(
      select virtualtransaction from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${advisoryLocks.commit} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as committing`

/** SQL: whether something was committed after the moment. */
function afterSql(column: string, { knownAt, moment, zone }: MomentValues): string {
  return 'day' in knownAt
    ? `${column} >= ${dayEnd(moment, zone)}`
    : `${column} > ${moment}::timestamptz`
}

/** SQL: the last day that had begun at the moment. */
const lastDaySql = ({ knownAt, moment, zone }: MomentValues) =>
  'day' in knownAt ? `${moment}::date` : `(${moment}::timestamptz at time zone ${zone})::date`

/** SQL: whether a day was over at the moment. */
export function isDayOverSql(day: string, values: MomentValues): string {
  return `${day} ${'day' in values.knownAt ? '<=' : '<'} ${lastDaySql(values)}`
}

/** SQL: the condition of the index journal_other_days. It must be the same expression. */
const ofOtherDay = `coalesce(day, (expense_at at time zone 'UTC')::date)
  not between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 1`

/**
 * SQL: what a report as of a moment adds to the present figures of the days until then. It takes back what was committed
 * later, and adds what was known about later days. Nearly all entries are about the day of their commit, so an index
 * has the others, and only those of a few days are read beside them.
 */
function correctionsSql(values: MomentValues): string {
  const after = afterSql('at', values)
  const lastDay = lastDaySql(values)
  const until = (days: number) => `((${lastDay} + ${days})::timestamp at time zone 'UTC')`
  const isLater = `case when day is null then expense_at >= ${dayEnd(lastDay, values.zone)}
    else day > ${lastDay} end`
  const entries = (sign: string, where: string) => `
    select source, document_id, day, expense_at, ${sign}sign as sign, ${sign}amount as amount
    from journal where ${where}`
  return `(
    ${entries('-', `${after} and at < ${until(3)} and not ${isLater}`)}
    union all
    ${entries('-', `${after} and at >= ${until(3)} and ${ofOtherDay} and not ${isLater}`)}
    union all
    ${entries('', `not ${after} and at >= ${until(-2)} and ${isLater}`)}
    union all
    ${entries('', `not ${after} and at < ${until(-2)} and ${ofOtherDay} and ${isLater}`)}
  )`
}

/**
 * SQL: the source, the day and the amount of everything that changed the totals of documents, now or as of a moment.
 * The total of sales is without what returns paid back.
 */
export function postedSql(values?: MomentValues): string {
  if (!values) return 'changes'
  return `(
    select source, day, amount from changes where day <= ${lastDaySql(values)}
    union all
    select posted.source, day, posted.amount from ${correctionsSql(values)} as correction, lateral (
      select correction.source, correction.amount where correction.source <> 'expenses'
      union all
      select 'sales', -correction.amount where correction.source = 'returns'
    ) as posted
  )`
}

/** SQL: the creation and the amount of every expense, now or as of a moment. */
export function spentSql(values?: MomentValues): string {
  const present = 'select created_at, amount from expenses where deleted_at is null'
  if (!values) return `(${present})`
  return `(
    ${present} and created_at < ${dayEnd(lastDaySql(values), values.zone)}
    union all
    select expense_at, amount from ${correctionsSql(values)} as correction where source = 'expenses'
  )`
}

/** SQL: the last day of a range whose present figures count in a report as of a moment. */
export const lastPresentDaySql = (end: string, values: MomentValues) =>
  `least(${end}::date, ${lastDaySql(values)})`

const lineSums = productTotalColumns
  .map((column) => `whole_sum(sign * ${column}) as ${column}`)
  .join(', ')

/**
 * SQL: the CTEs `corrected` and `former`. `corrected` is what a report as of a moment adds to the present totals of each
 * product, from the day $1 to the day $2. `former` is what the products and categories were that changed after it.
 */
export const formerProductsSql = (values: MomentValues) => `
  corrected as (
    select product_id, ${lineSums}
    from ${correctionsSql(values)} as correction
      -- OFFSET 0 forces an index lookup of the lines of each entry.
      cross join lateral (
        select * from document_lines
        where document_lines.source = correction.source
          and document_lines.document_id = correction.document_id offset 0
      ) as line
    where sign <> 0 and day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
    group by product_id
  ), former as (
    select distinct on (source, record_id) source, record_id, name, category_id, is_there
    from former_records where ${afterSql('until', values)}
    order by source, record_id, until, id
  )`

/** SQL: the entries after the moment about the days from $1 to $2, each with its day in the store's zone. */
export const entriesSinceSql = (values: MomentValues) => `
  select ctid as place, at, source, action, document_id, user_id, sign, amount,
    coalesce(day, (expense_at at time zone ${values.zone})::date) as day
  from journal
  where ${afterSql('at', values)} and (
    day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
    or ${withinDays('expense_at', { start: '$1', end: '$2', zone: values.zone })}
  )`
