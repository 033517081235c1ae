/** Forbids reading the machine's time, so that tests can set it. */
const rule = {
  meta: { messages: { read: 'Read the time from `deps.clock`, `clock` or `testClock`.' } },
  create(context) {
    const isDate = (node) => node.type === 'Identifier' && node.name === 'Date';
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

export default { meta: { name: 'svc' }, rules: { 'no-machine-time': rule } };
