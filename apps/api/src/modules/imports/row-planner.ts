import type { ImportOptions, ImportResource } from '@stockie/contracts'
import {
  codeKey,
  type ExistingRecord,
  type ExistingRecords,
  type Match,
  matchRecord,
  type RowChoices,
} from './existing-records'
import type { FileCategories } from './file-categories'
import type { ImportTarget } from './import-targets'
import { createFieldReader, type Fields, fieldNamesOf, type Problem } from './row-fields'
import { createPlanFormatter, type FileRow, type RowPlan } from './row-plans'
import type { RowTexts } from './row-texts'

type Options = {
  resource: ImportResource
  target: ImportTarget
  options: ImportOptions
  choices: RowChoices
  categories: FileCategories
}

type Choice = ReturnType<RowChoices['get']>

/** Decides what the import does with each row. It gets the rows in the order of the file. */
export function createRowPlanner({ resource, target, options, choices, categories }: Options) {
  const { read, findChanges, findMissingCategory } = createFieldReader({
    resource,
    target,
    options,
    categories,
  })
  const { accept, refuse, markDuplicate } = createPlanFormatter(resource, target)
  const findEqual = createEqualFinder(resource)
  /** The lines of the accepted rows so far, by their record or by what identifies a new one. */
  const linesByRecord = new Map<number, number>()
  const linesByKey = new Map<string, number>()
  const namesByCode = new Map<string, string>()

  function plan(row: FileRow, existing: ExistingRecords): RowPlan {
    const planned = planRow(row, existing)
    planned.shown.candidates = findCandidates(row.texts, existing, planned)
    return planned
  }

  /** The records that the user may choose for the row. */
  function findCandidates(
    { name = '', code }: RowTexts,
    existing: ExistingRecords,
    { shown }: RowPlan,
  ) {
    if (target.isAddedOnly) return []
    const owner = code ? existing.byCode.get(codeKey(code)) : undefined
    const found = [...(owner ? [owner] : []), ...(existing.byName.get(name) ?? [])]
    const named = [
      ...(shown.record ? [shown.record] : []),
      ...found.map((one) => ({ id: one.id, name: one.name })),
    ]
    return named.filter(({ id }, at) => named.findIndex((one) => one.id === id) === at).slice(0, 10)
  }

  function planRow(row: FileRow, existing: ExistingRecords): RowPlan {
    const choice = choices.get(row.line)
    if (choice === 'skip') return refuse(row, [{ field: null, message: 'You leave this row out.' }])
    if (row.problem) return refuse(row, [{ field: null, message: row.problem }])
    const { record, problem } = findMatch(row.texts, existing, choice)
    if (problem) return refuse(row, [problem])
    const earlier = record && linesByRecord.get(record.id)
    if (earlier !== undefined) {
      return markDuplicate(row, `Row ${earlier} is about the same record.`, record)
    }
    const { fields, problems } = read(row.texts, record)
    const isCompared = target.isAddedOnly && options.matchBy !== 'none' && choice !== 'new'
    const equal = isCompared ? findEqual(fields, existing) : undefined
    if (equal) return accept(row, { kind: 'unchanged', fields, record: equal })
    if (problems.length > 0) return refuse(row, problems, record)
    const key = record ? undefined : twinKeyOf(row, fields, choice)
    const twin = key && linesByKey.get(key)
    if (twin) return markDuplicate(row, `Row ${twin} is about the same record.`)
    const before = record ? findChanges(fields, record) : {}
    const isChanged = Object.keys(before).length > 0
    const broken =
      checkCode(fields, record, existing) ?? (isChanged ? findMissingCategory(fields) : undefined)
    if (broken) return refuse(row, [broken], record)
    if (key) linesByKey.set(key, row.line)
    if (typeof fields['code'] === 'string')
      namesByCode.set(codeKey(fields['code']), String(fields['name']))
    if (!record) return accept(row, { kind: 'new', fields })
    linesByRecord.set(record.id, row.line)
    return accept(row, { kind: isChanged ? 'changed' : 'unchanged', fields, record, before })
  }

  type Found = Match & { problem?: Problem }

  function findMatch(texts: RowTexts, existing: ExistingRecords, choice: Choice): Found {
    if (target.isAddedOnly || choice === 'new') return {}
    if (typeof choice === 'number') {
      const record = existing.byId.get(choice)
      if (record) return { record }
      return { problem: { field: null, message: 'The chosen record does not exist any more.' } }
    }
    const { record, candidates = [] } = matchRecord(existing, texts, options.matchBy)
    if (candidates.length === 0) return { record }
    const equal = candidates.find((candidate) => {
      if (linesByRecord.has(candidate.id)) return false
      const { fields, problems } = read(texts, candidate)
      return problems.length === 0 && Object.keys(findChanges(fields, candidate)).length === 0
    })
    if (equal) return { record: equal }
    const message = `${candidates.length} records have the name "${texts['name']}". Choose one of them.`
    return { candidates, problem: { field: 'name', message } }
  }

  /** Two rows with one key are about the same new record. */
  function twinKeyOf(row: FileRow, { name, code }: Fields, choice: Choice): string | undefined {
    if (target.isAddedOnly || options.matchBy === 'none' || choice === 'new') return undefined
    if (row.foreignId !== '') return `id ${row.foreignId}`
    return typeof code === 'string' ? `code ${codeKey(code)}` : `name ${String(name)}`
  }

  /** No two products have one code, neither in the shop nor in the file. */
  function checkCode(
    { code }: Fields,
    record: ExistingRecord | undefined,
    existing: ExistingRecords,
  ): Problem | undefined {
    if (!target.hasCode || typeof code !== 'string') return undefined
    const key = codeKey(code)
    const owner = existing.byCode.get(key)
    const isOwn = owner !== undefined && owner.id === record?.id
    const ownerName = isOwn ? undefined : (owner?.name ?? namesByCode.get(key))
    if (ownerName !== undefined) {
      return { field: 'code', message: `This code belongs to "${ownerName}".` }
    }
    return undefined
  }

  return plan
}

/** Finds an existing record that equals a row in all fields. Each record answers one row of the file. */
function createEqualFinder(resource: ImportResource) {
  const names = fieldNamesOf(resource)
  const used = new Set<number>()
  const groups = new WeakMap<ExistingRecords, Map<string, ExistingRecord[]>>()

  /** A row without a day equals a record of any day. */
  const keyOf = (fields: Fields, hasDay: boolean) =>
    JSON.stringify(
      names.map((name) => (name === 'date' && !hasDay ? null : (fields[name] ?? null))),
    )

  function group(existing: ExistingRecords): Map<string, ExistingRecord[]> {
    const known = groups.get(existing)
    if (known) return known
    const grouped = new Map<string, ExistingRecord[]>()
    for (const record of existing.byId.values()) {
      for (const key of [keyOf(record, true), keyOf(record, false)]) {
        const equals = grouped.get(key)
        if (equals) equals.push(record)
        else grouped.set(key, [record])
      }
    }
    groups.set(existing, grouped)
    return grouped
  }

  return (fields: Fields, existing: ExistingRecords): ExistingRecord | undefined => {
    const equals = group(existing).get(keyOf(fields, fields['date'] !== undefined)) ?? []
    while (equals.length > 0) {
      const record = equals.pop()
      if (!record || used.has(record.id)) continue
      used.add(record.id)
      return record
    }
    return undefined
  }
}
