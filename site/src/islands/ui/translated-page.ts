// Translating browsers replace text nodes with <font> elements, and React then fails to remove the text or insert
// beside it (React issue 11538).

const standIns = new WeakMap<Node, ChildNode>();

function placeOf<N extends Node | null>(node: N, parent: Node): N | ChildNode {
  const standIn = node && node.parentNode !== parent ? standIns.get(node) : undefined;
  return standIn?.parentNode === parent ? standIn : node;
}

function followTranslation(): void {
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const [text] = removedNodes;
      const standIn = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (text instanceof Text && standIn) standIns.set(text, standIn as ChildNode);
    }
  }).observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <N extends Node>(child: N): N {
    removeChild.call(this, placeOf(child, this));
    return child;
  };
  Node.prototype.insertBefore = function <N extends Node>(node: N, before: Node | null): N {
    standIns.get(node)?.remove();
    return insertBefore.call(this, node, placeOf(before, this)) as N;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(text) {
      value.set?.call(this, text);
      if (!this.parentNode) standIns.get(this)?.replaceWith(this);
    },
  });
}

if (globalThis.Node && globalThis.MutationObserver) followTranslation();
