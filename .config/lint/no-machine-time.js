const isDate = (node) => node.type === 'Identifier' && node.name === 'Date';

/** Forbids reading the machine's time, so that tests can set it. */
const rule = {
  meta: { messages: { read: 'Read the time from `deps.clock`, `clock` or `testClock`.' } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'read' });
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (isDate(node.callee)) report(node);
      },
      MemberExpression(node) {
        if (isDate(node.object) && !node.computed && node.property.name === 'now') report(node);
      },
    };
  },
};

// oxlint loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'svc' }, rules: { 'no-machine-time': rule } };
