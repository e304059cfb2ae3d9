import {
  type ImportedRow,
  importFields,
  type ImportOptions,
  type ImportResource,
  products,
} from '@stockie/contracts'
import type { ExistingRecord } from './existing-records'
import type { FileCategories } from './file-categories'
import type { ImportTarget } from './import-targets'
import { isAmbiguousDay, type RowTexts } from './row-texts'

export type Fields = Record<string, unknown>
export type Problem = ImportedRow['problems'][number]

type Options = {
  resource: ImportResource
  target: ImportTarget
  options: ImportOptions
  categories: FileCategories
}

/** The fields of a record in a file, without its id. */
export const fieldNamesOf = (resource: ImportResource) =>
  importFields[resource].map(({ name }) => name).filter((name) => name !== 'id')

/** Turns the texts of a row into the fields of a record, by the same contract as a form. */
export function createFieldReader({ resource, target, options, categories }: Options) {
  const { category } = target
  const { missingId } = categories
  const fieldNames = fieldNamesOf(resource)

  /** The fields of the file, else those of the record, else the defaults. */
  function read(texts: RowTexts, record?: ExistingRecord): { fields: Fields; problems: Problem[] } {
    const given: Fields = record ? { ...record, baseStock: record.stock } : {}
    for (const name of fieldNames) {
      const text = record ? texts[name] : texts[name] || options.defaults[name]?.trim()
      // An empty cell keeps the stock and the day. Any other field becomes empty.
      const isKept = (name === 'stock' || name === 'date') && !text
      if (text !== undefined && !isKept) given[name] = text
    }
    if (target.hasStock) given['stock'] ??= 0
    const problems: Problem[] = category ? setCategory(given, category, record) : []
    const schema = record && target.hasStock ? products.updateInput : target.input
    const parsed = schema.safeParse(given)
    if (parsed.success) return { fields: toFields(parsed.data, given), problems }
    for (const { path, message } of parsed.error.issues) {
      const problem = toProblem(String(path[0]), message, given)
      if (!problems.some(({ field }) => field === problem.field)) problems.push(problem)
    }
    // Without a category, an expense can still equal one whose category was deleted.
    const isOtherwiseValid = problems.every(({ field }) => field === category?.nameField)
    const rest = isOtherwiseValid && category && { ...given, [category.idField]: missingId }
    const reparsed = rest && schema.safeParse(rest)
    return {
      fields: reparsed && reparsed.success ? toFields(reparsed.data, given) : given,
      problems: problems.toSorted((one, other) => placeOf(one) - placeOf(other)),
    }
  }

  const placeOf = ({ field }: Problem) => fieldNames.indexOf(field ?? '')

  type CategoryFields = NonNullable<ImportTarget['category']>

  function setCategory(
    given: Fields,
    { idField, nameField }: CategoryFields,
    record?: ExistingRecord,
  ) {
    // A record that keeps its category needs no look at the others, which may have the same name.
    if (record && (given[nameField] || null) === record[nameField]) return []
    const { id, problem } = categories.find(textOf(given[nameField]))
    given[idField] = id
    return problem === undefined ? [] : [{ field: nameField, message: problem }]
  }

  function toFields(data: unknown, given: Fields): Fields {
    const { baseStock: _, ...fields }: Fields = Object(data)
    if (!category) return fields
    const { idField, nameField } = category
    const id = fields[idField] === missingId ? null : fields[idField]
    return { ...fields, [idField]: id, [nameField]: given[nameField] || null }
  }

  function toProblem(field: string, message: string, given: Fields): Problem {
    if (field === category?.idField) return { field: category.nameField, message }
    const text = textOf(given[field])
    if (field !== 'date' || !isAmbiguousDay(text)) return { field, message }
    return {
      field,
      message: `${text} can be two days. Go back to Match columns, and choose the order of day and month.`,
    }
  }

  /** A changed record needs a category, as in its form: that of the record may have been deleted. */
  function findMissingCategory(fields: Fields): Problem | undefined {
    if (!category || fields[category.nameField] !== null) return undefined
    const { error } = target.input.safeParse({})
    const issue = error?.issues.find(({ path }) => path[0] === category.idField)
    return issue && { field: category.nameField, message: issue.message }
  }

  /** The former values of the fields that differ. */
  function findChanges(fields: Fields, record: ExistingRecord): Fields {
    const names = [...Object.keys(target.columns), ...(target.hasStock ? ['stock'] : [])]
    const changed = names.filter((name) => (fields[name] ?? null) !== (record[name] ?? null))
    return Object.fromEntries(changed.map((name) => [name, record[name] ?? null]))
  }

  return { read, findChanges, findMissingCategory }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
