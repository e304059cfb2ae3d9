import type { LoginInput } from '@stockie/contracts'
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'

import { PasswordField } from '@/components/form/password-field'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { logIn } from '@/lib/session/session'
import { toastError } from '@/lib/toast'
import {
  isCodeRequired,
  type LoginErrors,
  loginFailureMessage,
  serverFieldErrors,
  validateLogin,
} from './login-errors'

/** On a phone, a focus would open the keyboard over the page. */
const desk = '(width >= 64rem) and (pointer: fine)'

/**
 * Written by hand: react-hook-form and zod, as used elsewhere, would be half of this page's code.
 */
export function LoginForm({ onBegin }: { onBegin: (() => void) | undefined }) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<LoginErrors | null>(null)
  /** What the API accepted before it asked for a code. */
  const [accepted, setAccepted] = useState<LoginInput | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const isFocusing = useRef(false)

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    // Catch up on a focus or a submit before hydration. index.html marks such a submit as busy.
    if (form.contains(document.activeElement)) onBegin?.()
    else if (document.activeElement === document.body && window.matchMedia(desk).matches) {
      isFocusing.current = true
      findField(form, 'email').focus()
      isFocusing.current = false
    }
    if (form.getAttribute('aria-busy') !== 'true') return
    form.setAttribute('aria-busy', 'false')
    form.requestSubmit()
  }, [onBegin])

  /** The form's own focus does not say that the user begins. */
  function begin() {
    if (!isFocusing.current) onBegin?.()
  }

  function validate(form: HTMLFormElement) {
    const input = {
      email: findField(form, 'email').value,
      password: findField(form, 'password').value,
      code: accepted ? findField(form, 'code').value : undefined,
    }
    const invalid = validateLogin(input)
    setErrors(invalid)
    return { input, invalid }
  }

  async function submit(form: HTMLFormElement) {
    const { input, invalid } = validate(form)
    if (invalid.email ?? invalid.password ?? invalid.code) return focusInvalid(form, invalid)
    setPending(true)
    try {
      await logIn(input)
    } catch (error) {
      if (isCodeRequired(error)) return setAccepted(input)
      const serverErrors = serverFieldErrors(error)
      if (serverErrors) setErrors(serverErrors)
      else toastError(loginFailureMessage(error))
      focusInvalid(form, serverErrors)
    } finally {
      setPending(false)
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit(event.currentTarget)
  }

  /** The field may have had the focus from the start. */
  function onEmailInput(event: InputEvent<HTMLInputElement>) {
    onBegin?.()
    onCredentialInput(event)
  }

  /** A code belongs to one account. A password manager may fill in the same values once more. */
  function onCredentialInput(event: InputEvent<HTMLInputElement>) {
    const { name, value } = event.currentTarget
    if (value !== accepted?.[name as 'email' | 'password']) setAccepted(null)
    revalidate(event)
  }

  /** After a failed submit, each message disappears as soon as its field is valid. */
  function revalidate({ currentTarget: { form } }: InputEvent<HTMLInputElement>) {
    if (errors && form) validate(form)
  }

  return (
    // "post" keeps the password out of the URL if the form is submitted before hydration.
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
        onFocus={begin}
        onInput={onEmailInput}
        error={errors?.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        onFocus={begin}
        onInput={onCredentialInput}
        error={errors?.password}
      />
      {accepted && (
        <TextField
          ref={focusOnMount}
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="From your app, or a recovery code"
          onInput={revalidate}
          error={errors?.code}
        />
      )}
      <Button type="submit" disabled={pending}>
        <Spinner className="hidden in-aria-busy:block" />
        Login
      </Button>
    </form>
  )
}

function focusOnMount(field: HTMLInputElement | null) {
  field?.focus()
}

/** Focuses the first invalid field. A refused login has none: then the last field, the password or the code. */
function focusInvalid(form: HTMLFormElement, errors: LoginErrors | null) {
  const last = form.elements.namedItem('code') ? 'code' : 'password'
  const invalid = (['email', 'password'] as const).find((name) => errors?.[name])
  const field = findField(form, invalid ?? last)
  field.focus()
  field.select()
}

function findField(form: HTMLFormElement, name: keyof LoginErrors) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) return field
  throw new Error(`The login form has no field ${name}`)
}
