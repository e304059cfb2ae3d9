export { apiRoot } from './api-root'
export { isoDate } from './iso-date'
export { type LoginInput, loginInput } from './login'
export { documentTotals, isWholeCents, lineTotal, maxAmount, saleTotal, subtotalOf } from './money'
export { newPassword } from './new-password'
export {
  type PasswordChangeForm,
  passwordChangeForm,
  type PasswordChangeInput,
  passwordChangeInput,
} from './password-change'
export { type Problem, problem, type ProblemCode, problemCodes, problemType } from './problem'
export { allowedRoles, roleName } from './roles'
export {
  type LoginAnswer,
  loginAnswer,
  type SessionUser,
  sessionUser,
  type VerifyAnswer,
  verifyAnswer,
} from './session-user'
