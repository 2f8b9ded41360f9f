import { $route } from './router.ts';

let wishesFocus = false;

/** Lets the next heading that appears take the focus. */
export function wishFocus(): void {
  wishesFocus = true;
}

/** True once after each change of screen: the heading that asks first takes the focus. */
export function takeFocusWish(): boolean {
  const wished = wishesFocus;
  wishesFocus = false;
  return wished;
}

/**
 * On each change of screen scrolls to the top (ROUTE-13) and lets the new heading take the focus, so that a screen
 * reader says where it is. Returns how to stop.
 */
export function followArrivals(scrollToTop: () => void = () => window.scrollTo(0, 0)): () => void {
  let path = $route.get()?.path;
  return $route.listen((page) => {
    if (page?.path === path) return;
    path = page?.path;
    wishFocus();
    scrollToTop();
  });
}
