import type { ListScreen } from './list-screens'
import type { Shop } from './shop'

interface FieldOf {
  label: string
  placeholder?: string
  /** What somebody types or chooses, and how the row of the list then shows it. */
  value: string
  shown: string
  isSelect?: true
}

export interface RecordScreen extends ListScreen {
  /** As its messages name it. */
  one: string
  many: string
  empty: string
  /** Beside the name, which every record has and the test makes up. */
  fields: FieldOf[]
  /** What saving an empty form says. */
  required: string[]
  /** Typed into a field, and what saving then says. */
  invalid: { label: string; value: string; message: string }[]
  /** A column that one can hide. */
  hides?: string
  body: (shop: Shop, name: string) => Promise<object>
  done: { created: string; updated: string; removed: string; removedMany: string }
}
