const WARES = [
  { name: 'Assam', priceCents: 450 },
  { name: 'Darjeeling', priceCents: 690 },
  { name: 'Sencha', priceCents: 520 },
  { name: 'Pot', priceCents: 2499 },
];

const cart = [];
const search = document.querySelector('input');
const list = document.querySelector('ul');
const status = document.querySelector('[role=status]');
const order = document.querySelector('aside button');

function showWares() {
  const wanted = search.value.toLowerCase();
  list.replaceChildren(
    ...WARES.filter(({ name }) => name.toLowerCase().includes(wanted)).map(entry),
  );
}

function entry(ware) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = 'Add to cart';
  button.addEventListener('click', () => {
    cart.push(ware);
    showCart();
  });
  item.append(text('strong', ware.name), text('span', price(ware.priceCents)), button);
  return item;
}

function text(tag, content) {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function price(cents) {
  return `€ ${(cents / 100).toFixed(2)}`;
}

function showCart() {
  const sum = cart.reduce((total, { priceCents }) => total + priceCents, 0);
  // From the third piece on everything is a tenth off.
  const total = cart.length < 3 ? sum : Math.floor(sum * 0.9);
  status.textContent = `${cart.length} ${cart.length === 1 ? 'piece' : 'pieces'}, ${price(total)}`;
  order.disabled = false;
}

async function sendOrder() {
  const response = await fetch('orders', { method: 'POST' });
  status.textContent = response.ok
    ? `Thank you. Your order is number ${(await response.json()).number}`
    : 'The order did not get through';
}

search.addEventListener('input', showWares);
order.addEventListener('click', () => void sendOrder());
showWares();
