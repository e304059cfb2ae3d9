import type { Measure } from '#src/row'
import { firstList } from './first-list'
import { firstSort } from './first-sort'
import { heap } from './heap'
import { loginBlocking } from './login-blocking'
import { loginPaint } from './login-paint'
import { loginScript } from './login-script'
import { search } from './search'
import { sort } from './sort'

/** The rows W1 to W8. */
export const web: Measure[] = [
  loginScript,
  loginPaint,
  loginBlocking,
  ...firstList,
  ...sort,
  firstSort,
  search,
  heap,
]
