import { z } from 'zod'

type Definition<
  Path extends string,
  Input extends z.ZodType,
  Row extends z.ZodType,
  Query extends z.ZodType,
> = {
  /** Relative to the API's root. */
  path: Path
  /** The schema of a form and of a POST's body. It accepts its own output. */
  input: Input
  /** One record as the API returns it. */
  row: Row
  /** The list's query parameters. */
  query: Query
}

/** The version of a record, for `If-Match`. */
export const recordVersion = {
  version: z.int().meta({
    description: "Grows with each change of the record's own fields. A movement of stock is none",
    example: 1,
  }),
}

/** Defines one of the eight resources. `updateInput` is the body of a PUT and defaults to `input`. */
export function defineResource<
  Path extends string,
  Input extends z.ZodType,
  Row extends z.ZodType,
  Query extends z.ZodType,
  Update extends z.ZodType,
>(
  definition: Definition<Path, Input, Row, Query> & { updateInput: Update },
): Definition<Path, Input, Row, Query> & { updateInput: Update }
export function defineResource<
  Path extends string,
  Input extends z.ZodType,
  Row extends z.ZodType,
  Query extends z.ZodType,
>(
  definition: Definition<Path, Input, Row, Query>,
): Definition<Path, Input, Row, Query> & { updateInput: Input }
export function defineResource(
  definition: Definition<string, z.ZodType, z.ZodType, z.ZodType> & { updateInput?: z.ZodType },
) {
  return { updateInput: definition.input, ...definition }
}

/** Defines a read-only list by its path, its query parameters and its row. */
export function defineReport<
  Path extends string,
  Query extends z.ZodType,
  Row extends z.ZodType,
>(report: { path: Path; query: Query; row: Row }) {
  return report
}
