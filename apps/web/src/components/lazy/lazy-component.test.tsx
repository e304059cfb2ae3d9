import { render, screen } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { lazyComponent } from './lazy-component'

type Greeting = ComponentType<{ name: string }>

const Hello: Greeting = ({ name }) => <p>Hello {name}</p>

class Boundary extends Component<{ children: ReactNode }> {
  override state = { error: '' }
  static getDerivedStateFromError = (error: unknown) => ({ error: String(error) })
  override render() {
    return this.state.error ? <p role="alert">{this.state.error}</p> : this.props.children
  }
}

beforeEach(() => {
  // React logs every error that a boundary catches; these are expected.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a lazy component shows its fallback while it is fetched, and is fetched once', async () => {
  const load = vi.fn<() => Promise<Greeting>>().mockResolvedValue(Hello)
  const Lazy = lazyComponent(load, <p>Wait</p>)
  expect(load).not.toHaveBeenCalled()
  const { unmount } = render(
    <>
      <Lazy name="Ada" />
      <Lazy name="Grace" />
    </>,
  )
  expect(screen.getAllByText('Wait')).toHaveLength(2)
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(screen.getByText('Hello Grace')).toBeTruthy()

  unmount()
  render(<Lazy name="Edsger" />)
  expect(screen.getByText('Hello Edsger')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a lazy component that cannot be fetched throws, and is fetched again when it is next shown', async () => {
  const load = vi.fn<() => Promise<Greeting>>().mockRejectedValueOnce(new Error('No connection'))
  const Lazy = lazyComponent(load)
  const show = () =>
    render(
      <Boundary>
        <Lazy name="Ada" />
      </Boundary>,
    )
  const first = show()
  expect((await screen.findByRole('alert')).textContent).toBe('Error: No connection')

  first.unmount()
  load.mockResolvedValue(Hello)
  show()
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a lazy component that is gone before its fetch fails throws nothing', async () => {
  let fail = (_error: Error) => {}
  const Lazy = lazyComponent<{ name: string }>(() => new Promise((_, reject) => (fail = reject)))
  const { rerender } = render(
    <Boundary>
      <Lazy name="Ada" />
    </Boundary>,
  )
  rerender(<Boundary>{null}</Boundary>)
  fail(new Error('No connection'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('alert')).toBeNull()
})
