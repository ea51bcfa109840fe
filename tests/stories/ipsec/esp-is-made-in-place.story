ESP is made in the sk_buff of what it carries: two packets. The driver gets one of them.

== frames
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  xfrm_output_resume {
    esp_output;
    net/net_dev_queue skbaddr=A len=90 name=veth0
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
  }
}
has p:skb_release_head_state skb

packets
1: tx - (none) udp ? x0 sent: went on inside another packet @1000..1080
  calls udp_sendmsg (nested)
  edges encapsulated-in - (nested) 2
2: tx A (nested) gen 0 esp ? x1 sent: net_dev_xmit rc 0 @1010..1070
  way veth0
  calls xfrm_output_resume (nested)
  frames A
  edges carries - (nested) 1

== frames, and a probe
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  xfrm_output_resume {
    p:xfrm_output_resume skb=A
    esp_output;
    net/net_dev_queue skbaddr=A len=90 name=veth0
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
  }
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x0 sent: went on inside another packet @1000..1090
  calls udp_sendmsg (nested)
  edges encapsulated-in A (nested) 2
2: tx A (exact) gen 0 esp ? x1 sent: net_dev_xmit rc 0 @1010..1080
  way veth0
  calls xfrm_output_resume (nested)
  frames A
  edges carries A (nested) 1

== calls nest too deep to be recorded: what it is then is for its header to say
machine
protocols all
tracing stopped

trace
cpu 0 pid 7
udp_sendmsg {
  xfrm_output_resume {
    p:xfrm_output_resume skb=A
    net/net_dev_queue skbaddr=A len=90 name=veth0
    net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0
    net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0
  }
}
has p:skb_release_head_state skb

packets
1: tx A (nested) gen 0 udp ? x0 sent: went on inside another packet @1000..1070
  way veth0
  device 
  calls udp_sendmsg (nested)
  edges encapsulated-in A (exact)
