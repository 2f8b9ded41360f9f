// Runs inside the sandboxed frame and draws one post with the third-party script. The sandbox lacks
// `allow-same-origin`, so no code here can read this site's storage (docs/security.md, deviation b).
import { type FrameMessage, isPostId, writeFrameMessage } from './frame-message.ts';

interface PostWidgets {
  createTweet(id: string, target: HTMLElement, options: object): Promise<HTMLElement | undefined>;
}
declare global {
  interface Window {
    twttr?: { widgets?: PostWidgets; ready?: (use: (widget: { widgets: PostWidgets }) => void) => void };
  }
}

function report(message: FrameMessage): void {
  if (parent !== window) parent.postMessage(writeFrameMessage(message), location.origin);
}

function fail(): void {
  report({ state: 'failed' });
}

async function draw(widgets: PostWidgets, id: string, target: HTMLElement): Promise<void> {
  const post = await widgets.createTweet(id, target, {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    dnt: true,
    conversation: 'none',
    align: 'center',
  });
  if (!post) {
    fail();
    return;
  }
  const tell = () => report({ state: 'loaded', height: target.getBoundingClientRect().height });
  new ResizeObserver(tell).observe(target);
  tell();
}

function start(): void {
  const target = document.getElementById('post');
  const scriptUrl = document.body.dataset.widget;
  const id = new URLSearchParams(location.hash.slice(1)).get('id') ?? '';
  if (!target || !scriptUrl || !isPostId(id)) {
    fail();
    return;
  }
  const script = document.createElement('script');
  script.async = true;
  script.src = scriptUrl;
  script.onerror = fail;
  script.onload = () => {
    const drawWith = (widgets: PostWidgets) => draw(widgets, id, target).catch(fail);
    if (window.twttr?.ready) window.twttr.ready(({ widgets }) => drawWith(widgets));
    else if (window.twttr?.widgets) drawWith(window.twttr.widgets);
    else fail();
  };
  document.head.append(script);
}

start();
