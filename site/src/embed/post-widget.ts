import site from '#content/site.json';

/** Script that draws posts, and other origins it may use. */
export interface PostWidget {
  scriptUrl: string;
  /** Origins that the frame may reach: the script's own first. */
  origins: string[];
}

/**
 * The script of content/site.json, or `override` (PUBLIC_POST_WIDGET_URL at build) with its own origin alone. Throws
 * for a malformed address.
 */
export function findPostWidget(override?: string): PostWidget {
  const scriptUrl = override || site.postWidget.scriptUrl;
  const others = override ? [] : site.postWidget.origins;
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...others])] };
}
