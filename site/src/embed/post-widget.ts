import site from '#content/site.json';

/** The third-party script that draws posts, and who else it may talk to. */
export interface PostWidget {
  scriptUrl: string;
  /** Origins that the frame may reach: the script's own first. */
  origins: string[];
}

/**
 * Which script draws posts: the one of content/site.json, or `override` (PUBLIC_POST_WIDGET_URL at build), which
 * then reaches its own origin only. Throws when the address is not one.
 */
export function findPostWidget(override?: string): PostWidget {
  const scriptUrl = override || site.postWidget.scriptUrl;
  const others = override ? [] : site.postWidget.origins;
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...others])] };
}
