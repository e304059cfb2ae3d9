import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

/** What one part of the API adds to the document. */
export type Describe = (registry: OpenAPIRegistry) => void
