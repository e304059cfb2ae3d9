import type { ImportedRow, ImportKind, ImportResource } from '@stockie/contracts'
import type { ExistingRecord } from './existing-records'
import type { PlannedRow } from './import-store'
import type { ImportTarget } from './import-targets'
import { type Fields, fieldNamesOf, type Problem } from './row-fields'
import type { RowTexts } from './row-texts'

export type FileRow = {
  line: number
  texts: RowTexts
  /** The id that another shop gave the record. It tells two rows of one name apart. */
  foreignId: string
  /** Why the row cannot be read. */
  problem?: string | undefined
}

export type RowPlan = {
  kind: ImportKind
  /** What the preview shows. */
  shown: ImportedRow
  /** The commit follows it. An unchanged row needs no plan. */
  planned?: PlannedRow
}

type Accepted = {
  kind: 'new' | 'changed' | 'unchanged'
  fields: Fields
  record?: ExistingRecord | undefined
  before?: Fields
}

/** Writes down what happens with a row, for the preview and for the commit. */
export function createPlanFormatter(
  resource: ImportResource,
  { category, hasStock }: ImportTarget,
) {
  const fieldNames = fieldNamesOf(resource)

  function accept({ line }: FileRow, { kind, fields, record, before = {} }: Accepted): RowPlan {
    const shown = {
      ...show(line, fields),
      record: record ? nameOf(record) : null,
      changes: Object.keys(before).map((name) => {
        const field = category?.idField === name ? category.nameField : name
        return { field, before: toCell(record?.[field]), after: toCell(fields[field]) }
      }),
    }
    if (kind === 'unchanged') return { kind, shown }
    const planned = {
      ...nothing,
      line,
      kind,
      recordId: record?.id ?? null,
      recordVersion: record?.version ?? null,
      fields,
      before,
      stockDelta: hasStock ? Number(fields['stock']) - (record?.stock ?? 0) : 0,
    }
    return { kind, shown, planned }
  }

  function refuse({ line, texts }: FileRow, problems: Problem[], record?: ExistingRecord): RowPlan {
    const shown = {
      ...show(line, texts),
      problems,
      record: record ? nameOf(record) : null,
    }
    return { kind: 'refused', shown, planned: { ...nothing, line, kind: 'refused', problems } }
  }

  function markDuplicate(row: FileRow, message: string, record?: ExistingRecord): RowPlan {
    const problems = [{ field: null, message }]
    const { line, texts } = row
    const shown = { ...show(line, texts), record: record ? nameOf(record) : null, problems }
    return {
      kind: 'duplicates',
      shown,
      planned: { ...nothing, line, kind: 'duplicates', problems },
    }
  }

  function show(line: number, fields: Fields): ImportedRow {
    const values = Object.fromEntries(fieldNames.map((name) => [name, toCell(fields[name])]))
    return { line, values, record: null, changes: [], problems: [], candidates: [] }
  }

  return { accept, refuse, markDuplicate }
}

const nothing = {
  recordId: null,
  recordVersion: null,
  fields: {},
  before: {},
  stockDelta: 0,
  problems: [],
}

const nameOf = ({ id, name }: ExistingRecord) => ({ id, name })

function toCell(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
