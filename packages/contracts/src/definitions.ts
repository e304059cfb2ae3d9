import type { z } from 'zod'

type Definition<
  Path extends string,
  Input extends z.ZodType,
  Row extends z.ZodType,
  Query extends z.ZodType,
> = {
  /** Below the API's root. */
  path: Path
  /** What a form and the body of a POST hold. It accepts its own output. */
  input: Input
  /** One record as the API answers it. */
  row: Row
  /** The query of the list. */
  query: Query
}

/** One of the eight resources. `updateInput` is what a PUT holds: the same as `input`, unless told. */
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

/** Something that is only read: where it is, what may be asked, and what one row of it holds. */
export function defineReport<
  Path extends string,
  Query extends z.ZodType,
  Row extends z.ZodType,
>(report: { path: Path; query: Query; row: Row }) {
  return report
}
