import { dayEnd, withinDays } from './days-to-instants'
import { productTotalColumns } from './product-totals'

/** A moment at which a report was known: an instant, or the end of a day by the store's clock. */
export type KnownAt = { day: string } | { instant: string }

/** Where a statement has its values: the moment, and the store's time zone. */
export type MomentValues = { knownAt: KnownAt; moment: string; zone: string }

/** The name of a statement that answers as of a moment. Each text needs its own name. */
export function nameAsOf(name: string, knownAt: KnownAt | undefined): string {
  if (!knownAt) return name
  return `${name} as of ${'day' in knownAt ? 'a day' : 'an instant'}`
}

/** The value of the moment in a statement. */
export const momentValue = (knownAt: KnownAt) => ('day' in knownAt ? knownAt.day : knownAt.instant)

/** SQL: whether something was committed after the moment. */
function afterSql(column: string, { knownAt, moment, zone }: MomentValues): string {
  return 'day' in knownAt
    ? `${column} >= ${dayEnd(moment, zone)}`
    : `${column} > ${moment}::timestamptz`
}

/** SQL: whether a day was over at the moment. */
export function overSql(day: string, { knownAt, moment, zone }: MomentValues): string {
  return 'day' in knownAt
    ? `${day} <= ${moment}::date`
    : `${day} < (${moment}::timestamptz at time zone ${zone})::date`
}

/**
 * SQL: the source, the day and the amount of everything that changed the totals of documents. As of a moment, what was
 * committed later is taken back. The total of sales is without what returns paid back.
 */
export function postedSql(values?: MomentValues): string {
  if (!values) return 'changes'
  return `(
    select source, day, amount from changes
    union all
    select source, day, -amount from journal where source <> 'expenses' and ${afterSql('at', values)}
    union all
    select 'sales', day, amount from journal where source = 'returns' and ${afterSql('at', values)}
  )`
}

/** SQL: the creation and the amount of every expense. As of a moment, what was committed later is taken back. */
export function spentSql(values?: MomentValues): string {
  const present = 'select created_at, amount from expenses where deleted_at is null'
  if (!values) return `(${present})`
  return `(
    ${present}
    union all
    select moment, -amount from journal where source = 'expenses' and ${afterSql('at', values)}
  )`
}

const lineSums = productTotalColumns
  .map((column) => `whole_sum(-sign * ${column}) as ${column}`)
  .join(', ')

/**
 * SQL: the CTEs `since` and `former`. `since` takes back what was committed after the moment from the totals of each
 * product, from the day $1 to the day $2. `former` is what the products and categories were that changed after it.
 */
export const formerProductsSql = (values: MomentValues) => `
  since as (
    select product_id, ${lineSums}
    -- OFFSET 0 forces an index lookup of the lines of each entry.
    from journal cross join lateral (
      select * from document_lines
      where document_lines.source = journal.source
        and document_lines.document_id = journal.document_id offset 0
    ) as line
    where ${afterSql('at', values)} and sign <> 0
      and day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
    group by product_id
  ), former as (
    select distinct on (source, record_id) source, record_id, name, category_id, is_there
    from former_records where ${afterSql('until', values)}
    order by source, record_id, until, id
  )`

/** SQL: the entries after the moment about the days from $1 to $2, each with its day in the store's zone. */
export const entriesSinceSql = (values: MomentValues) => `
  select at, source, action, document_id, user_id, sign, amount,
    coalesce(day, (moment at time zone ${values.zone})::date) as day
  from journal
  where ${afterSql('at', values)} and (
    day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
    or ${withinDays('moment', { start: '$1', end: '$2', zone: values.zone })}
  )`
