/** Removes `?new` from the address, so that a reload does not ask again. */
export function wantsNew(): boolean {
  const params = new URLSearchParams(location.search);
  if (!params.has('new')) return false;
  params.delete('new');
  history.replaceState(history.state, '', `${location.pathname}${params.size > 0 ? `?${params}` : ''}`);
  return true;
}
