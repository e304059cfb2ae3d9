import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { InternalErrorPage } from './error-pages'

/** Shows the 500 page for what breaks while it is drawn, until the person goes somewhere else. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary place={key}>{children}</Boundary>
}

interface BoundaryProps {
  place: string
  children: ReactNode
}

interface BoundaryState {
  isBroken: boolean
  place: string
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = { isBroken: false, place: this.props.place }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState) {
    return place === state.place ? null : { isBroken: false, place }
  }

  override render() {
    return this.state.isBroken ? <InternalErrorPage /> : this.props.children
  }
}
