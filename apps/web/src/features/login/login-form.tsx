import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'

import { PasswordField } from '@/components/form/password-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { logIn } from '@/lib/session/session'
import { toastError } from '@/lib/toast'
import { type LoginErrors, loginFailureMessage, refusedFields, validateLogin } from './login-errors'

/** By hand, where every other form has react-hook-form and zod: they would be half of this page. */
export function LoginForm({ onBegin }: { onBegin: (() => void) | undefined }) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<LoginErrors | null>(null)
  const formRef = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const form = formRef.current
    // What was done before this page was live: index.html has kept it, in this very form.
    if (form?.contains(document.activeElement)) onBegin?.()
    if (form?.getAttribute('aria-busy') !== 'true') return
    form.setAttribute('aria-busy', 'false')
    form.requestSubmit()
  }, [onBegin])

  function check(form: HTMLFormElement) {
    const input = { email: fieldOf(form, 'email').value, password: fieldOf(form, 'password').value }
    const broken = validateLogin(input)
    setErrors(broken)
    return { input, broken }
  }

  async function submit(form: HTMLFormElement) {
    const { input, broken } = check(form)
    if (broken.email ?? broken.password) return focusBroken(form, broken)
    setPending(true)
    try {
      await logIn(input)
    } catch (error) {
      const refused = refusedFields(error)
      if (refused) setErrors(refused)
      else toastError(loginFailureMessage(error))
      focusBroken(form, refused)
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
    if (errors && form) check(form)
  }

  return (
    // By post: should nothing listen to it yet, the address is no place for a password.
    <form
      ref={formRef}
      method="post"
      noValidate
      aria-busy={pending}
      suppressHydrationWarning
      className="grid gap-3"
      onSubmit={onSubmit}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        onFocus={onBegin}
        onInput={checkAgain}
        error={errors?.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        onFocus={onBegin}
        onInput={checkAgain}
        error={errors?.password}
      />
      <Button type="submit" disabled={pending} className="mt-1">
        <Spinner className="hidden in-aria-busy:block" />
        Login
      </Button>
    </form>
  )
}

/** The first that is wrong; where the e-mail and the password are wrong together, the password. */
function focusBroken(form: HTMLFormElement, errors: LoginErrors | null) {
  const field = fieldOf(form, errors?.email ? 'email' : 'password')
  field.focus()
  field.select()
}

function fieldOf(form: HTMLFormElement, name: keyof LoginErrors) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) return field
  throw new Error(`The login form has no field ${name}`)
}
