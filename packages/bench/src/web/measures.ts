import type { Measure } from '#src/row'
import { loginBlocking } from './login-blocking'
import { loginPaint } from './login-paint'
import { loginScript } from './login-script'

/** The rows W1 to W8. */
export const web: Measure[] = [loginScript, loginPaint, loginBlocking]
