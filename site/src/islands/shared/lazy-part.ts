import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Renders `Fallback` (default: nothing) if loading fails, because a rejected import would unmount the whole screen. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: Fallback }),
    ),
  );
}
