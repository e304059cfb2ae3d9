import {
  type ImportCounts,
  type ImportedRow,
  importFields,
  type ImportJob,
  type ImportResource,
} from '@stockie/contracts'

import { formatCount } from '@/lib/format'

/** The records of a resource in a sentence: one, and several. */
const nouns: Record<ImportResource, readonly [string, string]> = {
  products: ['product', 'products'],
  customers: ['customer', 'customers'],
  suppliers: ['supplier', 'suppliers'],
  categories: ['category', 'categories'],
  'expense-categories': ['expense category', 'expense categories'],
  expenses: ['expense', 'expenses'],
}

export function pluralOf(resource: ImportResource) {
  return nouns[resource][1]
}

/** '1 product', '2,314 products'. */
export function countRecords(count: number, resource: ImportResource) {
  return countOf(count, ...nouns[resource])
}

export function countRows(count: number) {
  return countOf(count, 'row', 'rows')
}

export function countOf(count: number, one: string, many: string) {
  return count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`
}

export function fieldLabel(resource: ImportResource, name: string) {
  return importFields[resource].find((field) => field.name === name)?.label ?? name
}

type Cell = ImportedRow['values'][string]

export function isEmpty(value: Cell | undefined) {
  return value === null || value === undefined || value === ''
}

/** A value of the preview. An empty value is a dash. */
export function formatCell(value: Cell | undefined) {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'number' ? formatCount(value) : value
}

/** '95 products added, 3 products changed, 2 categories created'. */
export function describeChanges(
  { new: added, changed }: ImportCounts,
  resource: ImportResource,
  newCategoryCount: number,
) {
  const parts = [
    added > 0 && `${countRecords(added, resource)} added`,
    changed > 0 && `${countRecords(changed, resource)} changed`,
    newCategoryCount > 0 && `${countOf(newCategoryCount, 'category', 'categories')} created`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'Nothing was added or changed'
}

/** The rows that were not imported. */
export function describeLeftOut({ unchanged, refused, duplicates }: ImportCounts) {
  return [
    unchanged > 0 && `${countRows(unchanged)} unchanged`,
    refused > 0 && `${countRows(refused)} refused`,
    duplicates > 0 && countOf(duplicates, 'duplicate', 'duplicates'),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

export function describeUndo({ deleted, changedBack, kept }: NonNullable<ImportJob['undo']>) {
  return `${countOf(deleted, 'record', 'records')} deleted, ${formatCount(changedBack)} changed back, ${formatCount(kept)} left alone`
}
