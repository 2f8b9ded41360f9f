import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of a screen that is fetched when it is needed. Where its code does not arrive `Fallback` stands for it, by
 * default nothing: a rejected import would take the whole screen away.
 */
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
