import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Drawn instead of what broke. `retry` draws it anew. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps what breaks inside from taking its neighbours down. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  private readonly retry = () => this.setState({ isBroken: false });

  override render() {
    return this.state.isBroken ? this.props.fallback(this.retry) : this.props.children;
  }
}
