import { useState, type InputEvent, type SubmitEvent } from 'react'

import { PasswordField } from '@/components/form/password-field'
import { TextField } from '@/components/form/text-field'
import { prepareToaster } from '@/components/toaster'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { logIn } from '@/lib/session'
import { toastError } from '@/lib/toast'

import type { LoginErrors } from './check-login'
import { loginFailure, refusedFields } from './login-failure'

/** The rules and the toasts come while the person types: the first paint waits for neither. */
const loadRules = () => import('./check-login')

/** By hand, where every other form has react-hook-form: that would be a tenth of this page. */
export function LoginForm({ onBegin }: { onBegin: () => void }) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<LoginErrors | null>(null)

  function prepare() {
    loadRules().catch(() => {})
    prepareToaster()
    onBegin()
  }

  async function check(form: HTMLFormElement) {
    const typed = { email: fieldOf(form, 'email').value, password: fieldOf(form, 'password').value }
    const rules = await loadRules().catch(() => null)
    // Where the rules cannot be fetched, the API judges alone: it has the same ones.
    const checked = rules ? rules.checkLogin(typed) : { input: typed, errors: {} }
    setErrors(checked.errors)
    return checked
  }

  async function submit(form: HTMLFormElement) {
    setPending(true)
    try {
      const checked = await check(form)
      if (checked.input) await logIn(checked.input)
      else focusField(form, checked.errors.email ? 'email' : 'password')
    } catch (error) {
      const refused = refusedFields(error)
      if (refused) setErrors(refused)
      else toastError(loginFailure(error))
      focusField(form, refused?.email ? 'email' : 'password')
    } finally {
      setPending(false)
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit(event.currentTarget)
  }

  /** Once a try has failed, each message goes as soon as what it says is mended. */
  function checkAgain({ currentTarget: { form } }: InputEvent<HTMLInputElement>) {
    if (errors && form) void check(form)
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={onSubmit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        onFocus={prepare}
        onInput={checkAgain}
        error={errors?.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        onFocus={prepare}
        onInput={checkAgain}
        error={errors?.password}
      />
      <Button type="submit" disabled={pending} className="mt-1">
        {pending && <Spinner />}
        Login
      </Button>
    </form>
  )
}

function focusField(form: HTMLFormElement, name: keyof LoginErrors) {
  const field = fieldOf(form, name)
  field.focus()
  field.select()
}

function fieldOf(form: HTMLFormElement, name: keyof LoginErrors) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) return field
  throw new Error(`The login form has no field ${name}`)
}
