import { idParam, noQuery } from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from './document'
import { describeCreation, describeGet, describeRemoval, describeUpdate } from './operations'
import { capitalized, typeName, type Words } from './responses'

type RecordResource = {
  path: string
  input: z.ZodType
  updateInput: z.ZodType
  row: z.ZodType
  query: z.ZodObject
}

/** Descriptions of what an operation does in addition to the same one of other resources. */
type Notes = { list?: string; create?: string; update?: string; restore?: string }

/** All operations of one of the six kinds of records. */
export function describeRecords(
  resource: RecordResource,
  words: Words,
  notes: Notes = {},
): Describe {
  const path = `/${resource.path}`
  const name = typeName(words.singular)

  return (registry) => {
    const row = resource.row.meta({ id: name })
    const input = resource.input.meta({ id: `${name}Input` })
    const updateInput =
      resource.updateInput === resource.input
        ? input
        : resource.updateInput.meta({ id: `${name}Update` })

    describeGet({
      path,
      operationId: `list${typeName(words.plural)}`,
      tag: capitalized(words.plural),
      summary: `List the ${words.plural}`,
      description: notes.list ?? 'Sorted by id, which is the order in which they were added.',
      query: resource.query,
      answer: z.array(row),
    })(registry)
    describeCreation({ path, words, description: notes.create, input, row })(registry)
    describeUpdate({ path, words, description: notes.update, input: updateInput, row })(registry)
    describeRemoval({ path, words, restoreNote: notes.restore })(registry)
  }
}

type DocumentResource = {
  path: string
  input: z.ZodType
  row: z.ZodType
  query: z.ZodObject
  /** A row of the list with `lines=none`, whose lines are read with `GET /{path}/{id}`. */
  withoutLines?: z.ZodType
}

/** All operations of sales or purchases, which cannot be changed after they are recorded. */
export function describeDocuments(
  { path: name, input, row, query, withoutLines }: DocumentResource,
  words: Words,
  description: string,
): Describe {
  const path = `/${name}`

  return (registry) => {
    const document = row.meta({ id: typeName(words.singular) })
    const draft = input.meta({ id: `${typeName(words.singular)}Input` })

    describeGet({
      path,
      operationId: `list${typeName(words.plural)}`,
      tag: capitalized(words.plural),
      summary: `List the ${words.plural} of a range of days, with their lines`,
      description: 'Newest first.',
      query,
      answer: z.array(withoutLines ? z.union([document, withoutLines]) : document),
    })(registry)
    if (withoutLines) {
      describeGet({
        path: `${path}/{id}`,
        operationId: `get${typeName(words.singular)}`,
        tag: capitalized(words.plural),
        summary: `Get ${words.withArticle} with its lines`,
        params: idParam,
        query: noQuery,
        answer: document,
      })(registry)
    }
    describeCreation({ path, words, description, input: draft, row: document })(registry)
    describeRemoval({ path, words, movesStock: true })(registry)
  }
}

type Report = { path: string; query: z.ZodObject; row: z.ZodType }

type About = {
  /** The name of one row: 'stock movement'. */
  rowName: string
  operationId: string
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject
  withoutEtag?: boolean
  /** Whether the response is a single row instead of an array. */
  isSingle?: boolean
}

/** A read-only list or report. */
export function describeReport(
  { path, query, row }: Report,
  { rowName, isSingle, ...about }: About,
): Describe {
  return (registry) => {
    const named = row.meta({ id: typeName(rowName) })
    const answer = isSingle ? named : z.array(named)
    describeGet({ path: `/${path}`, query, answer, ...about })(registry)
  }
}
