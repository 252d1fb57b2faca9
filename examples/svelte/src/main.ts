import { mount } from 'svelte'
import BillSplitter from './bill-splitter.svelte'

const target = document.querySelector('#app')
if (target) mount(BillSplitter, { target, props: { names: ['Ada', 'Grace', 'Edsger'] } })
