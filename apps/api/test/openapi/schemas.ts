import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Document, Operation } from './read-document'

export type Schemas = {
  /** What is wrong with a body, a parameter or an answer by the schema at a place of the document. */
  faultsOf: (pointer: string, value: unknown) => string[]
}

/** The document's own schemas as judges. */
export function compileSchemas(document: Document): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')

  function faultsOf(pointer: string, value: unknown): string[] {
    const validate: ValidateFunction | undefined = ajv.getSchema(`document${pointer}`)
    if (!validate) throw new Error(`The document has no schema at ${pointer}.`)
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return { faultsOf }
}

/**
 * The same document, whose answers may hold nothing that it does not name: a field too many, such
 * as a password's hash, is a fault of an answer. What callers send may hold anything more.
 */
export function closeObjects(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  )
}

export const bodyPointer = ({ pointer }: Operation) =>
  `${pointer}/requestBody/content/application~1json/schema`
